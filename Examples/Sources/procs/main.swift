import ListKitCurses

Terminal.main(ProcsController())
