"""Texts as community data mark them, read into paragraphs and runs. The words here are made up."""

import pytest

from listbuilder.catalogue.marked import LONGEST, Run, labelled, paragraphs, plain, plain_name


def styles(text: str) -> list[str]:
    """A text as it is read: strong words in capitals between < >, small capitals in { }, italics in / /."""
    lines = []
    for one in paragraphs(text):
        words = ""
        for run in one.runs:
            part = f"<{run.text}>" if run.strong else run.text
            part = f"{{{part}}}" if run.caps else part
            words += f"/{part}/" if run.italic else part
        lines.append(f"{one.bullet}{one.level if one.level > 1 else ''} {words}".strip())
    return lines


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("A plain text.", ["A plain text."]),
        ("**^^Heron^^** units only.", ["{<Heron>} units only."]),
        ("Pick ^^**Pond Folk^^** near", ["Pick {<Pond Folk>} near"]),
        ("Pick ^^**Pond Folk^^*** near", ["Pick {<Pond Folk>} near"]),
        ("a **^^Heron^^* unit near", ["a {<Heron>} unit near"]),
        ("**Note **text and **more**", ["<Note >text and <more>"]),
        ("(**Heron**), then **open", ["(<Heron>), then <open>"]),
        ("**two\nlines** here", ["<two lines> here"]),
        ("**First.\nSecond** line", ["<First.>", "<Second> line"]),
        ("**Never closed.\nNext **one** here", ["<Never closed.>", "Next <one> here"]),
        ("***Note**: all of this slants.*", ["/<Note>//: all of this slants./"]),
        ("**1 *Wet:*** Nothing.\n**2 *Dry:*** More.", ["<1 >/<Wet:>/ Nothing.", "<2 >/<Dry:>/ More."]),
        ("*A note to the end.", ["/A note to the end./"]),
        ("_Book: Ponds_ and snake_case", ["/Book: Ponds/ and snake_case"]),
        ("■ Herons\n■ [WET]\n\n- Frogs", ["• Herons", "• [WET]", "• Frogs"]),
        (
            "Take one:\n• Reeds\n ◦ long\n ** short (+1)\nEnd",
            ["Take one:", "• Reeds", "•2 long", "•2 short (+1)", "End"],
        ),
        ("1. Look\n2) Jump", ["1. Look", "2) Jump"]),
        ("-1 to jump", ["-1 to jump"]),
        ("# Head\ntext", ["<Head>", "text"]),
        ("|||\n|:--|:--|\n|Depth|Frogs|\n|1|2|", ["Depth · Frogs", "1 · 2"]),
        ("**Depth | Frogs**\n1 | up to 2", ["<Depth · Frogs>", "1 · up to 2"]),
        ("to all |^^**Frogs**^^ here", ["to all {<Frogs>} here"]),
        ("a<br/>B &amp; <b>c</b> <FROGS>\n<ul><li>x</li></ul>", ["a", "B & <c> <FROGS>", "• x"]),
        ("It <ins>must</ins> <mark>jump</mark>", ["It must jump"]),
        ("Crown* (30)\n\n*Note: once only", ["Crown* (30)", "*Note: once only"]),
        ("3 * 2 and 4+*", ["3 * 2 and 4+*"]),
        ("**Deep** frogs use the* pond", ["<Deep> frogs use the pond"]),
        (r"\*Kept\* and A\T", [r"*Kept* and A\T"]),
        ("of\xa0the \u200bﬁrst\tpond\ufffd", ["of the first pond"]),
        ("x _(or more)_ and 5_(or more)_", ["x /(or more)/ and 5_(or more)_"]),
        ("snake_case and _Book_", ["snake_case and /Book/"]),
        ("***A* b c", ["<A> b c"]),
        ("**_b", ["<_b>"]),
        ("* one frog", ["• one frog"]),
        ("5_(or more)_ of them", ["5_(or more)_ of them"]),
        ("** ** ^^^^ **", []),
        ("***", []),
        ("", []),
        (" \n \n", []),
    ],
)
def test_read(text, read):
    assert styles(text) == read


def test_no_mark_is_shown():
    signs = ("**", "^^", "word", " ", "\n", "*", "- ")
    texts = [a + b + c + d for a in signs for b in signs for c in signs for d in signs]
    for text in texts:
        shown = plain(text)
        assert "**" not in shown.replace("* *", ""), text
        assert "^" not in shown, text


def test_words_are_kept():
    text = "**^^Herons^^** wade.\n■ **One** by one\n*Slowly*, * or not"
    assert [word for word in plain(text).split() if word.isalpha()] == ["Herons", "One", "by", "one", "or", "not"]


def test_plain_name():
    assert plain_name("**Loud Screed**") == "Loud Screed"
    assert plain_name("Save (4+*)") == "Save (4+*)"
    assert plain_name("- none -") == "- none -"
    assert plain_name("- **Wades**") == "- Wades"


def test_labelled():
    assert [one.text for one in labelled("Effect", "Wade.\nJump.")] == ["Effect: Wade.", "Jump."]
    assert labelled("Effect", "Wade.")[0].runs[0] == Run("Effect: ", strong=True, caps=False, italic=False)
    assert [(one.bullet, one.text) for one in labelled("Effect", "- Wade")] == [("", "Effect:"), ("•", "Wade")]
    assert labelled("Effect", " ") == ()


@pytest.mark.parametrize("part", ["**", "^^", "*", "_", "*a ", "**a\n", "|", "<b>", "- **\n", "\\*", "&#8226;", "a\n"])
def test_hostile_lengths(part):
    assert sum(len(one.text) for one in paragraphs(part * LONGEST)) <= LONGEST
