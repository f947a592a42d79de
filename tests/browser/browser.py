"""Debian's Chromium, driven through chromedriver by nothing but Python's standard library.

WebDriver is JSON over HTTP (W3C WebDriver); what it lacks (sizes below a window's, colour schemes,
printing) goes through chromedriver's door to the DevTools protocol.
"""

import base64
import json
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

NEEDED = ("chromium", "chromedriver")


class BrowserError(Exception):
    pass


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Browser:
    def __init__(self) -> None:
        missing = [name for name in NEEDED if shutil.which(name) is None]
        if missing:
            raise BrowserError(f"{' and '.join(missing)} missing: run scripts/install-packages")
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        port = free_port()
        self._driver = subprocess.Popen(
            ["chromedriver", f"--port={port}", "--log-level=SEVERE"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        self._base = f"http://127.0.0.1:{port}"
        self._session = ""
        try:
            self._wait_until_ready()
            self._session = self._begin()
        except Exception:
            self.close()
            raise

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._session:
            try:
                self._call("DELETE", f"/session/{self._session}")
            except BrowserError:
                pass  # it is gone already
        self._driver.terminate()
        self._driver.wait(timeout=30)
        self._profile.cleanup()

    def _wait_until_ready(self) -> None:
        for _ in range(300):
            try:
                if self._call("GET", "/status")["ready"]:
                    return
            except BrowserError:
                pass
            if self._driver.poll() is not None:
                raise BrowserError("chromedriver ended at once")
            time.sleep(0.1)
        raise BrowserError("chromedriver does not answer")

    def _begin(self) -> str:
        options = [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--disable-dev-shm-usage", "--hide-scrollbars", f"--user-data-dir={self._profile.name}",
        ]
        capabilities = {
            "browserName": "chrome",
            "goog:chromeOptions": {"args": options, "binary": shutil.which("chromium")},
            "goog:loggingPrefs": {"browser": "ALL"},
        }
        body = {"capabilities": {"alwaysMatch": capabilities}}
        return self._call("POST", "/session", body)["sessionId"]

    def _call(self, method: str, path: str, body: dict | None = None):
        data = None if method != "POST" else json.dumps(body or {}).encode()
        request = urllib.request.Request(
            self._base + path, data=data, method=method, headers={"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as refused:
            raise BrowserError(f"{path}: {refused.read().decode(errors='replace')[:600]}") from refused
        except OSError as broken:
            raise BrowserError(f"{path}: {broken}") from broken

    def _in_session(self, method: str, path: str, body: dict | None = None):
        return self._call(method, f"/session/{self._session}{path}", body)

    def devtools(self, command: str, **parameters):
        return self._in_session("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def show(self, width: int, scheme: str = "light", media: str = "screen", scripting: bool = True) -> None:
        """The size, colour scheme and medium of what is opened from now on."""
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=900,
                      deviceScaleFactor=1, mobile=False)
        self.devtools("Emulation.setEmulatedMedia", media=media,
                      features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.devtools("Emulation.setScriptExecutionDisabled", value=not scripting)

    def open(self, page: pathlib.Path) -> None:
        self._in_session("POST", "/url", {"url": page.resolve().as_uri()})

    def run(self, script: str, *arguments):
        """The value that the body of a function returns."""
        return self._in_session("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def console(self) -> list[str]:
        """What the page has said since the last call."""
        entries = self._in_session("POST", "/se/log", {"type": "browser"})
        return [f"{entry['level']}: {entry['message']}" for entry in entries]

    def press(self, key: str) -> None:
        codes = {"Tab": 9, "Enter": 13}
        for kind in ("keyDown", "keyUp"):
            self.devtools("Input.dispatchKeyEvent", type=kind, key=key, code=key,
                          windowsVirtualKeyCode=codes[key],
                          **({"text": "\r"} if key == "Enter" and kind == "keyDown" else {}))

    def picture(self, file: pathlib.Path) -> None:
        """The whole page as PNG."""
        size = self.devtools("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
        shot = self.devtools("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
        file.write_bytes(base64.b64decode(shot["data"]))

    def pdf(self) -> bytes:
        return base64.b64decode(self.devtools("Page.printToPDF", printBackground=True)["data"])
