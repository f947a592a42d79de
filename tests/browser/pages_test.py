"""Every sample page in a real browser: narrow and wide, light and dark, by mouse, by keyboard, without
script, printed."""

import base64
import hashlib
import html.parser
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import urllib.parse
import xml.etree.ElementTree as xml

from browser import Browser

HERE = pathlib.Path(__file__).parent
CHECKS = (HERE / "checks.js").read_text()
WIDTHS = (360, 700, 1101, 1400)
WRITER = ""


class Balance(html.parser.HTMLParser):
    """HTML's own reading of the page closes every element that it opens."""

    VOID = {"meta", "br", "hr", "img", "link", "input"}

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag, attrs):
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"{tag} at {self.getpos()}")


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        subprocess.run([WRITER, cls.folder.name], check=True)
        cls.pages = sorted(pathlib.Path(cls.folder.name).glob("*.html"))
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.browser.close()
        cls.folder.cleanup()

    def page(self, name: str) -> pathlib.Path:
        return pathlib.Path(self.folder.name) / f"{name}.html"

    def on_each_page(self, look, width: int = 1200, scheme: str = "light") -> None:
        """Opens each page and calls `look`; one page that fails hides no other."""
        self.browser.show(width, scheme)
        for page in self.pages:
            with self.subTest(page.stem, width=width, scheme=scheme):
                self.browser.open(page)
                look()

    def test_the_writer_wrote_pages(self) -> None:
        self.assertGreaterEqual(len(self.pages), 15)

    def test_every_page_is_well_formed(self) -> None:
        for page in self.pages:
            with self.subTest(page.stem):
                text = page.read_text(encoding="utf-8")
                root = xml.fromstring(text)
                self.assertTrue(root.tag.endswith("html"))
                balance = Balance()
                balance.feed(text)
                self.assertEqual((balance.open, balance.wrong), ([], []))

    def test_the_policy_allows_this_script_and_no_other(self) -> None:
        text = self.page("culprit").read_text(encoding="utf-8")
        script = re.search(r"<script>(.*)</script>", text, re.DOTALL)[1]
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        self.assertIn(f"script-src &#39;sha256-{digest}&#39;", text)

    def test_looks_right_at_every_width_and_in_both_schemes(self) -> None:
        def look() -> None:
            self.browser.run('for (const fold of document.querySelectorAll("details")) fold.open = true;')
            self.assertEqual(self.browser.run(CHECKS), [])
            self.assertEqual(self.browser.console(), [])

        for width in WIDTHS:
            for scheme in ("light", "dark"):
                self.on_each_page(look, width, scheme)

    def test_the_checks_see_what_is_wrong(self) -> None:
        self.browser.show(700)
        for harm, complaint in (
            ('document.querySelector("h1").style.color = "#ddd"', "text with a contrast of 1."),
            ('document.querySelector(".whisker").style.stroke = "#eee"', "a whisker with a contrast of 1."),
            ('document.querySelector("main p").style.width = "900px"', "px wide in a window of 700 px"),
            ('document.querySelector("svg title").textContent = ""', "a picture without a name"),
            ('document.querySelector("caption").remove()', "a table without a caption"),
            ('document.querySelector("h2").outerHTML = "<h4>x</h4>"', "a level of headings is left out"),
            ('document.querySelector("summary").textContent = ""', "a control without a name"),
            ('document.querySelector("section").removeAttribute("aria-labelledby")', "a region without a name"),
        ):
            with self.subTest(harm):
                self.browser.open(self.page("culprit"))
                self.browser.run(harm)
                self.assertIn(complaint, "; ".join(self.browser.run(CHECKS)))

    def test_the_schemes_differ(self) -> None:
        grounds = set()
        for scheme in ("light", "dark"):
            self.browser.show(1200, scheme)
            self.browser.open(self.page("culprit"))
            grounds.add(self.browser.run("return getComputedStyle(document.body).backgroundColor"))
        self.assertEqual(len(grounds), 2)

    def test_every_link_leads_somewhere(self) -> None:
        def look() -> None:
            links = self.browser.run(
                'return [...document.querySelectorAll("a")].map(a => a.getAttribute("href"))')
            self.assertGreater(len(links), 3)
            for link in links:
                if link.startswith("#"):
                    there = self.browser.run("return document.querySelector(arguments[0]) !== null", link)
                    self.assertTrue(there, link)
                else:
                    self.assertTrue(link.startswith("data:text/csv"), link[:40])

        self.on_each_page(look)

    def test_the_sections_can_be_jumped_to(self) -> None:
        self.browser.show(1200)
        self.browser.open(self.page("culprit"))
        self.browser.run('document.querySelector("nav a[href=\\"#cost\\"]").click()')
        self.assertEqual(self.browser.run("return location.hash"), "#cost")

    def test_the_raw_samples_are_in_the_page(self) -> None:
        self.browser.show(1200)
        self.browser.open(self.page("culprit"))
        name, address = self.browser.run(
            'const a = document.querySelector("a[download]"); return [a.download, a.href]')
        self.assertEqual(name, "bisect-session-7.csv")
        rows = urllib.parse.unquote(address.partition(",")[2]).split("\r\n")
        self.assertTrue(rows[0].startswith("round,purpose,commit"))
        self.assertEqual(len(rows), 2 + 5 + 2 * (24 + 8 + 8 + 24))
        self.assertEqual({row.count(",") for row in rows[:-1]}, {11})

    def test_every_fold_opens_and_every_copy_button_answers(self) -> None:
        def look() -> None:
            closed = self.browser.run("""
                const folds = [...document.querySelectorAll("summary")];
                for (const fold of folds) fold.click();
                return folds.filter(fold => !fold.parentElement.open).length;""")
            self.assertEqual(closed, 0)
            before, buttons = self.browser.run("""
                const buttons = [...document.querySelectorAll("button.copy")];
                const before = buttons.map(b => b.textContent);
                for (const button of buttons) button.click();
                return [before, document.querySelectorAll(".command").length];""")
            self.assertEqual(before, ["Copy"] * buttons)
            self.assertGreater(buttons, 0)
            answers = self.browser.run("""
                return new Promise(done => setTimeout(() => done(
                    [...document.querySelectorAll("button.copy")].map(b => b.textContent)), 300));""")
            self.assertLessEqual(set(answers), {"Copied", "Selected"})
            self.assertEqual(self.browser.console(), [])

        self.on_each_page(look)

    def test_the_keyboard_reaches_everything_and_shows_where_it_is(self) -> None:
        self.browser.show(1200)
        self.browser.open(self.page("culprit"))
        wanted = self.browser.run("""
            return [...document.querySelectorAll("a, button, summary, [tabindex]")]
                .filter(node => node.checkVisibility({contentVisibilityAuto: true})).length;""")
        seen = []
        for _ in range(wanted):
            self.browser.press("Tab")
            seen.append(self.browser.run("""
                const node = document.activeElement, style = getComputedStyle(node);
                const box = node.getBoundingClientRect();
                return [node.tagName + node.textContent.slice(0, 30), style.outlineStyle, box.left >= 0];"""))
        self.assertEqual(seen[0][0], "ASkip to the answer")
        for name, outline, on_page in seen:
            self.assertNotEqual(outline, "none", name)
            self.assertTrue(on_page, name)
        self.assertNotIn("BODY", {name[:4] for name, _, _ in seen})

    def test_enter_opens_a_fold(self) -> None:
        self.browser.show(1200)
        self.browser.open(self.page("culprit"))
        self.browser.run('document.querySelector("summary").focus()')
        self.browser.press("Enter")
        self.assertTrue(self.browser.run('return document.querySelector("details").open'))

    def test_says_the_same_without_script(self) -> None:
        text = 'return document.querySelector("main").innerText'
        self.browser.show(1200)
        self.browser.open(self.page("culprit"))
        with_script = self.browser.run(text)
        self.browser.show(1200, scripting=False)
        self.browser.open(self.page("culprit"))
        dom = self.browser.devtools("DOM.getDocument", depth=0)
        outer = self.browser.devtools("DOM.getOuterHTML", nodeId=dom["root"]["nodeId"])["outerHTML"]
        self.browser.show(1200)
        self.assertNotIn('class="copy"', outer)
        for line in ("abc5555555 made it 4.1 % slower", "Why to believe it", "Download the raw samples"):
            self.assertIn(line, with_script)
            self.assertIn(line, outer)

    def test_prints_on_white_without_controls(self) -> None:
        self.browser.show(794, "light", media="print")
        self.browser.open(self.page("culprit"))
        hidden = self.browser.run("""
            return [...document.querySelectorAll("nav, button, .download")]
                .every(node => node.getClientRects().length === 0);""")
        self.assertTrue(hidden)
        self.assertTrue(self.browser.pdf().startswith(b"%PDF"))

    def test_a_page_stays_small(self) -> None:
        for page in self.pages:
            self.assertLess(page.stat().st_size, 2_000_000, page.stem)


if __name__ == "__main__":
    WRITER = sys.argv.pop(1)
    unittest.main()
