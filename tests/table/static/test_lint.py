"""The page's own text: nothing reads markup, nothing comes from elsewhere, nothing is too new.

The oldest browsers meant are Safari 16.4 and Firefox 115. Dates are those of the two that came later.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.table.static.reading import found_in, shipped, without_comments

UNSAFE = {
    r"\b(inner|outer)HTML\b": "markup out of text",
    r"\b(insertAdjacentHTML|createContextualFragment|DOMParser)\b": "markup out of text",
    r"\b(setHTML\w*|srcdoc)\b": "markup out of text",
    r"\bdocument\.write": "markup out of text",
    r"\beval\s*\(|\bnew Function\b|\bset(Timeout|Interval)\(\s*[\"'`]": "code out of text",
    r"javascript:": "code out of text",
    r"[\"']style[\"']\s*[,\]]|\bcssText\b|\.style(\.\w+)?\s*=[^=]": "style other than by setProperty",
    r"\bstyle:\s*[\"'`]": "style other than by setProperty",
    r"\bcookie\b": "cookies",
}
ELSEWHERE = {r"(https?:)?//(?!www\.w3\.org/)[\w-]+\.\w": "an address elsewhere"}
NEEDS_HTTPS = {
    r"\bcrypto\.randomUUID\b": "randomUUID, which plain http lacks",
    r"\bcrypto\.subtle\b": "subtle, which plain http lacks",
    r"^(?!.*(if \(navigator\.|in navigator)).*\bnavigator\.(clipboard|serviceWorker|locks|wakeLock)\.": (
        "what plain http lacks, without asking for it first"
    ),
    r"\bnavigator\.(vibrate|share)\(": "what a browser may lack, without asking for it first",
}
NEW_SCRIPT = {
    r"\b(Object|Map)\.groupBy\b": "groupBy, 2024",
    r"\bPromise\.(withResolvers|try)\b": "a promise's new ways, 2024",
    r"\.(union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(": (
        "sets' algebra, 2024"
    ),
    r"\.(values|keys|entries)\(\)\s*\.\w": "iterators' helpers, 2025",
    r"\bIterator\.(from|concat)\b": "iterators' helpers, 2025",
    r"\b(URL\.canParse|URL\.parse|AbortSignal\.any|RegExp\.escape|Error\.isError|Math\.sumPrecise)\b": (
        "statics of 2023 to 2025"
    ),
    r"\b(isWellFormed|toWellFormed|checkVisibility|requestIdleCallback|startViewTransition)\b": (
        "methods of 2023 and later"
    ),
    r"\b(showPopover|hidePopover|togglePopover|popover|popovertarget)\b": "popovers, 2024",
    r"\b(requestClose|closedby|commandfor|CloseWatcher|moveBefore)\b": "of 2025",
    r"\bIntl\.(DurationFormat|Segmenter)\b": "formats of 2024 and 2025",
    r"\b(Temporal|Float16Array|trustedTypes|scheduler)\.": "of 2025 and later",
    r"\b(toBase64|fromBase64|toHex|fromHex)\(": "bytes as text, 2025",
    r"\bscrollend\b": "scrollend, 2025",
    r"\b(Array\.fromAsync|ReadableStream\.from|Response\.json|URLPattern)\b": "of 2023 and later",
    r"\b(navigation|cookieStore|documentPictureInPicture)\.\w": "of 2025",
    r"\b(wakeLock|registerProperty|getHTML|getOrInsert\w*)\b": "of 2024 and later",
    r"[\"']details[\"'],\s*\{[^}]*\bname:": "details that close one another, 2024",
    r"\bfrom\s+[\"'][^\"']+[\"']\s+(with|assert)\b": "import attributes, 2025",
    r"^\s*(await\s+)?using\s+\w+\s*=": "using, not in Safari",
    r"/[dgimsuy]*v[dgimsuy]*\.(test|exec)\b": "regular expressions with v, 2023",
}
NEW_STYLE = {
    r":has\(": ":has, December 2023",
    r"\blight-dark\(": "light-dark, 2024",
    r"\b(rgb|hsl|hwb|lab|lch|oklab|oklch|color)\(\s*from\b": "colours out of others, 2024",
    r"@(property|starting-style|scope|function|position-try|view-transition)\b": "at-rules of 2024",
    r"@container\s+style\(": "style queries, not in Firefox",
    r"\b(text-wrap|field-sizing|content-visibility|interpolate-size|transition-behavior)\b": (
        "properties of 2024"
    ),
    r"\b(anchor-name|position-anchor|position-area|view-transition-name|animation-timeline)\b": (
        "properties of 2024 and later"
    ),
    r"\bscrollbar-(width|color|gutter)\b": "properties of scroll bars, December 2024",
    r"\b(round|mod|rem|linear|contrast-color|if|calc-size)\(": "functions of 2023 and later",
    r"[\d.]r?lh\b": "the height of a line as a unit, 2023",
    r":(popover-open|user-valid|user-invalid|open|state)\b": "states of 2023 and later",
    r"(^|[\s;{])zoom:": "zoom, 2024",
    r"@import\b": "a style that loads another",
}
KNOWN_STYLE = {
    r"[{;]\s*(-?[a-z][a-z-]*)\s*:(?=[^{}]*[;}])": """
-webkit-appearance -webkit-tap-highlight-color -webkit-text-size-adjust -webkit-user-select accent-color
align-content align-items align-self animation animation-delay appearance aspect-ratio background
background-image
block-size border border-bottom border-collapse border-color border-inline-start border-radius
border-style border-top bottom box-shadow box-sizing clip-path color color-scheme column-gap columns
contain container-type content cursor display fill filter flex flex-direction flex-wrap float font
font-family font-size font-variant-numeric font-weight forced-color-adjust gap grid-area
grid-auto-flow grid-column grid-row grid-template grid-template-columns height inline-size inset
inset-inline-end justify-content justify-items justify-self left letter-spacing line-height
list-style margin margin-bottom margin-inline-start margin-left margin-right margin-top
max-height max-width min-height min-width opacity order outline outline-offset overflow
overflow-wrap padding padding-bottom padding-left padding-right padding-top place-content
place-items pointer-events position right row-gap scroll-margin-bottom stroke stroke-dasharray
stroke-linecap stroke-linejoin stroke-width text-align text-decoration text-overflow
text-shadow text-size-adjust text-transform text-underline-offset top touch-action transform
transform-box transform-origin transition user-select vertical-align visibility white-space width
word-break z-index
""",
    r"(@[a-z-]+)": "@container @keyframes @media",
    r"\((?=[a-z-]+:)([a-z-]+)": """
forced-colors hover max-height max-width min-height min-width orientation prefers-contrast
prefers-reduced-motion
""",
    r"(?<!:)(::?[a-z-]+)": """
::after ::backdrop ::before ::first-letter ::placeholder :checked :empty :first-child
:focus-visible :hover :is :last-child :not :nth-child :nth-last-child :root :where
""",
    r"([a-z-]+)\(": """
calc clamp color-mix cubic-bezier drop-shadow env inset is linear-gradient max min minmax not nth-child
nth-last-child polygon radial-gradient repeat repeating-linear-gradient rgb rotate scale translate var
where and
""",
    r"(?<![#\w.-])-?(?:\d*\.)?\d+([a-z]+)\b": "cqh cqw deg dvh em fr ms px rem s vh vw",
}
"""What styles may be made of: what Safari 16.4 and Firefox 115 know, or may leave out without harm
(``forced-color-adjust``, ``text-size-adjust``). What is not named here is to be looked up first."""
HTML = {
    r"\sstyle\s*=": "an inline style",
    r"\son[a-z]+\s*=": "an inline script",
    r"<script(?![^>]*\bsrc=)": "an inline script",
    r"<style\b": "an inline style",
}


def checked(path: Path, *lists: dict[str, str]) -> list[str]:
    text = without_comments(path.read_text("utf-8"))
    return [found for one in lists for found in found_in(text, one)]


def nested(style: str) -> list[str]:
    """Return the heads of rules that lie in another rule, which browsers of before 2023 don't read."""
    found: list[str] = []
    heads: list[str] = []
    for head, brace in re.findall(r"([^{};]*)([{};])", style):
        if brace == "{":
            if any(not one.startswith("@") for one in heads):
                found.append(head.strip())
            heads.append(head.strip())
        elif brace == "}" and heads:
            heads.pop()
    return found


# --- What is held ---------------------------------------------------------------------------------


@pytest.mark.parametrize("path", shipped(".js"), ids=lambda path: path.name)
def test_a_module_is_safe_and_not_too_new(path: Path) -> None:
    assert checked(path, UNSAFE, ELSEWHERE, NEEDS_HTTPS, NEW_SCRIPT) == []


@pytest.mark.parametrize("path", shipped(".css"), ids=lambda path: path.name)
def test_a_style_is_our_own_and_not_too_new(path: Path) -> None:
    assert checked(path, ELSEWHERE, NEW_STYLE) == []
    assert nested(without_comments(path.read_text("utf-8"))) == []


@pytest.mark.parametrize(("pattern", "known"), KNOWN_STYLE.items())
def test_styles_are_made_of_what_the_oldest_browsers_know(pattern: str, known: str) -> None:
    style = "".join(without_comments(path.read_text("utf-8")) for path in shipped(".css"))
    assert set(re.findall(pattern, re.sub(r'"[^"]*"', "", style))) <= set(known.split())


@pytest.mark.parametrize("path", shipped(".css"), ids=lambda path: path.name)
def test_text_that_must_not_be_selected_is_so_in_safari_too(path: Path) -> None:
    style = without_comments(path.read_text("utf-8"))
    plain = re.findall(r"(?<!-)\buser-select:", style)
    assert len(plain) == len(re.findall(r"-webkit-user-select:", style))


@pytest.mark.parametrize("path", shipped(".html", ".svg"), ids=lambda path: path.name)
def test_the_page_and_its_drawings_hold_no_script_no_style_and_nothing_from_elsewhere(
    path: Path,
) -> None:
    text = path.read_text("utf-8")
    assert found_in(text, ELSEWHERE | HTML) == []


READ = """
const vm = require("node:vm"), fs = require("node:fs");
for (const path of process.argv.slice(1)) {
  try { new vm.SourceTextModule(fs.readFileSync(path, "utf-8")); }
  catch (error) { console.log(`${path}: ${error}`); }
}
"""


def test_every_module_can_be_read() -> None:
    """By the Node that drives the browsers, so that none of them has to wait for an empty page."""
    driver = pytest.importorskip("playwright._impl._driver")
    node, _ = driver.compute_driver_executable()
    words = [node, "--experimental-vm-modules", "--eval", READ, "--", *map(str, shipped(".js"))]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout == ""


@pytest.mark.skipif(shutil.which("tsc") is None, reason="the types are checked where tsc is")
def test_the_types_in_the_comments_are_right() -> None:
    words = ["tsc", "--project", str(Path(__file__).with_name("jsconfig.json"))]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


# --- The lint itself ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "lists"),
    [
        ("node.innerHTML = text", UNSAFE),
        ('setTimeout("go()", 5)', UNSAFE),
        ('h("p", { style: "color: red" })', UNSAFE),
        ("node.style.color = red", UNSAFE),
        ('node.setAttribute("style", x)', UNSAFE),
        ('fetch("https://cdn.example/x.js")', ELSEWHERE),
        ('import("//cdn.example/x.js")', ELSEWHERE),
        ("crypto.randomUUID()", NEEDS_HTTPS),
        ("navigator.clipboard.writeText(x)", NEEDS_HTTPS),
        ("map.values().map(f)", NEW_SCRIPT),
        ("a.union(b)", NEW_SCRIPT),
        ('import x from "./x.json" with { type: "json" }', NEW_SCRIPT),
        ("p:has(a) { color: red }", NEW_STYLE),
        ("p { height: 2lh }", NEW_STYLE),
        ('<p style="color: red">', HTML),
        ('<a onclick="go()">', HTML),
        ("<script>go()</script>", HTML),
    ],
)
def test_what_is_forbidden_is_found(text: str, lists: dict[str, str]) -> None:
    assert len(found_in(text, lists)) == 1


@pytest.mark.parametrize(
    ("text", "lists"),
    [
        ('h("p", { style: { "--x": 1 } }); node.style.setProperty("--x", 1)', UNSAFE),
        ("node.style.removeProperty(x); if (node.style == x) go()", UNSAFE),
        ('const SVG = "http://www.w3.org/2000/svg"', ELSEWHERE),
        ("navigator.clipboard?.writeText(x); navigator.vibrate?.(30)", NEEDS_HTTPS),
        ("if (navigator.clipboard) navigator.clipboard.writeText(x)", NEEDS_HTTPS),
        ("Object.keys(a).map(f); [...map.values()].map(f); list.toSorted(f).at(-1)", NEW_SCRIPT),
        ("@container (width > 20em) { p { color: color-mix(in oklab, red, blue) } }", NEW_STYLE),
        ('<script type="module" src="/s/{version}/js/main.js"></script>', HTML),
    ],
)
def test_what_is_allowed_is_not_found(text: str, lists: dict[str, str]) -> None:
    assert found_in(text, lists) == []


def test_rules_in_rules_are_found_and_rules_in_at_rules_are_not() -> None:
    assert nested("p { color: red; a { color: blue } }") == ["a"]
    assert nested("@media print { p { color: red } } a { --x: 1 }") == []


def test_comments_are_no_code_and_addresses_no_comments() -> None:
    assert without_comments("a /* b\n c */ d") == "a \n d"
    assert without_comments("x = 'http://a.b' // c") == "x = 'http://a.b' "


def test_how_long_something_lasts_is_not_measured_by_a_clock_that_can_be_set() -> None:
    """The wall clock is read where something is kept with its time, and where sleep is to be noticed."""
    reads = {path.name for path in shipped(".js") if "Date.now()" in path.read_text("utf-8")}
    assert reads == {"acts.js", "counted.js", "prefs.js", "socket.js", "table.js"}
