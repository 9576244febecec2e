"""A line that breaks: a TCP proxy that cuts the connection after so many bytes from the server."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Cutter:
    """Passes bytes on until the next of `after` is used up; a connection for which there is no number lasts."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self.after: list[int] = []
        self.cuts = 0
        self.connections = 0
        self._open: list[socket.socket] = []
        self._lock = threading.Lock()

    def serve(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:  # closed: the test is over
                return
            self.connections += 1
            try:
                server = socket.create_connection(("127.0.0.1", self._target))
            except OSError:  # nobody there now: as the client would find it without us
                _cut(client)
                continue
            with self._lock:
                self._open += [client, server]
                left = self.after.pop(0) if self.after else None
            threading.Thread(target=self._pump, args=(client, server, None), daemon=True).start()
            threading.Thread(target=self._pump, args=(server, client, left), daemon=True).start()

    def cut_all(self) -> None:
        """Cut what is open now."""
        with self._lock:
            open_now, self._open = self._open, []
        for line in open_now:
            _cut(line)

    def close(self) -> None:
        _cut(self._listener)
        self.cut_all()

    def _pump(self, source: socket.socket, sink: socket.socket, left: int | None) -> None:
        try:
            while data := source.recv(65_536):
                if left is not None and len(data) >= left:
                    sink.sendall(data[:left])
                    self.cuts += 1
                    break
                sink.sendall(data)
                left = left - len(data) if left is not None else None
        except OSError:  # the other side was cut, which is what we are for
            pass
        _cut(source)
        _cut(sink)


def _cut(line: socket.socket) -> None:
    try:
        line.shutdown(socket.SHUT_RDWR)
    except OSError:  # cut already
        pass
    finally:
        line.close()


@contextmanager
def cutter(target: int) -> Iterator[Cutter]:
    """A breaking line to a port of this machine."""
    line = Cutter(target)
    thread = threading.Thread(target=line.serve, daemon=True)
    thread.start()
    try:
        yield line
    finally:
        line.close()
        thread.join()
