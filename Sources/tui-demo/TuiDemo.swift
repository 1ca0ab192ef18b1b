@main
struct TuiDemo {
  static func main() {}
}
