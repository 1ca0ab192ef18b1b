import TestSupport
import Testing

@testable import Runs

@Suite("The memory limit of the process") struct ProcessMemoryTests {
  @Test("The minimum limit of a control group and its parents counts, in both cgroup versions")
  func groups() {
    let files = [
      "/sys/fs/cgroup/a.slice/b.scope/memory.max": "max\n", "/sys/fs/cgroup/a.slice/memory.max": "2000\n",
      "/sys/fs/cgroup/memory/docker/8f2a/memory.limit_in_bytes": "3000\n",
      "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
      "/sys/fs/cgroup/memory.max": "7000\n",
    ]
    func limit(_ groups: String) -> Int? { ProcessMemory.groupLimit(groups) { files[$0] } }
    expectEqual(limit("0::/a.slice/b.scope\n"), 2000)
    expectEqual(limit("4:cpu,memory:/docker/8f2a\n3:pids:/x\n"), 3000)
    expectEqual(limit("9:memory:/docker/8f2a\n0::/a.slice\n"), 2000)
    expectEqual(limit("0::/../../elsewhere\n"), 7000)
    expectEqual(limit("0::/\n"), 7000)
    #expect(limit("") == nil && limit("1:name=systemd:/a.slice\n") == nil)
  }

  @Test("A store is full when the process uses its share of the memory, unless others use it")
  func measured() throws {
    func isFull(bytes: Int, inUse: Int) throws -> Bool {
      let store = try ByteStore(capacity: 64 << 20, memoryInUse: { inUse }, memoryLimit: 1600)
      try store.append([UInt8](repeating: 1, count: bytes))
      return store.isFull
    }
    #expect(try isFull(bytes: 100, inUse: 1600) && !isFull(bytes: 100, inUse: 1599))
    #expect(try !isFull(bytes: 99, inUse: 1600), "to read no more would free little")
    #expect(ProcessMemory.used.map { $0 > 1 << 20 } ?? true)
  }
}
