from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem import paths
from pbem.settings import Listen, Settings, SettingsFault, find, load

Write = Callable[..., Path]

LEAST = """
[server]
address = "hearts@example.org"
[courier.smtp]
host = "smtp.example.org"
"""


@pytest.fixture
def config(tmp_path: Path) -> Write:
    """Write a configuration file; with `section`, the least one with that section after it."""

    def write(text: str, least: str = LEAST) -> Path:
        path = tmp_path / "pbem.toml"
        path.write_text(least + text, "utf-8")
        return path

    return write


def faults(path: Path | None, environ: dict[str, str] | None = None) -> dict[str, str]:
    with pytest.raises(SettingsFault) as caught:
        load(path, environ or {})
    assert len({fault.key for fault in caught.value.faults}) == len(caught.value.faults)
    return {fault.key: str(fault) for fault in caught.value.faults}


# -- what comes out ----------------------------------------------------------------------------------------------


def test_an_address_and_a_way_out_are_enough(config: Write) -> None:
    settings = load(config(""), {})
    assert settings.server.address == "hearts@example.org"
    assert settings.server.spool == Path("/var/lib/pbem/spool")
    assert settings.database.url == "sqlite:////var/lib/pbem/pbem.db"
    assert settings.games.deadline == timedelta(hours=48)
    assert settings.security.unauthenticated == "confirm"
    assert settings.intake.imap is None
    assert settings.courier.smtp.port == 587


def test_nothing_can_be_changed_once_it_is_read(config: Write) -> None:
    settings = load(config(""), {})
    with pytest.raises(ValueError, match="frozen"):
        settings.server.address = "other@example.org"


def test_relative_paths_start_at_the_folder_of_the_file(config: Write, tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text("")
    path = config(
        """
        [intake.maildir]
        path = "in"
        [intake.lmtp]
        listen = "unix:run/lmtp"
        [games]
        variants = "house.toml"
        """,
        LEAST.replace("[courier.smtp]", 'data = "data"\n[courier.smtp]'),
    )
    settings = load(path, {})
    assert settings.server.data == tmp_path / "data"
    assert settings.server.spool == tmp_path / "data" / "spool"
    assert settings.database.url == f"sqlite:///{tmp_path}/data/pbem.db"
    assert settings.intake.maildir.path == tmp_path / "in"
    assert settings.intake.lmtp.listen == Listen(path=tmp_path / "run" / "lmtp")
    assert settings.games.variants == tmp_path / "house.toml"
    assert load(config('[database]\nurl = "sqlite:///my.db"'), {}).database.url == f"sqlite:///{tmp_path}/my.db"


@pytest.mark.parametrize(
    ("text", "listen"),
    [
        ("127.0.0.1:8025", Listen("127.0.0.1", 8025)),
        ("localhost:0", Listen("localhost", 0)),
        ("[::1]:8025", Listen("::1", 8025)),
        ("unix:/run/pbem/lmtp", Listen(path=Path("/run/pbem/lmtp"))),
    ],
)
def test_a_server_listens_at_a_port_or_a_socket(config: Write, text: str, listen: str) -> None:
    settings = load(config(f'[intake.lmtp]\nlisten = "{text}"'), {})
    assert settings.intake.lmtp.listen == listen
    assert str(listen) == text


@pytest.mark.parametrize(
    "text",
    [
        *("8025", ":8025", "::1:8025", "host:", "host:65536", "host:smtp", "unix:", "host:٢٥"),
        *("[::zz]:25", "[127.0.0.1]:25", "[localhost]:25", "[]:25", "999.1.1.1:25", "1.2.3:25", "a..b:25", "a b:25"),
        f"unix:/{'x' * 107}",
    ],
)
def test_a_place_that_nobody_can_listen_at_is_a_fault(config: Write, text: str) -> None:
    assert list(faults(config(f'[intake.lmtp]\nlisten = "{text}"'))) == ["intake.lmtp.listen"]


def test_a_socket_may_use_all_the_room_that_there_is(config: Write) -> None:
    path = f"/{'x' * 106}"
    assert load(config(f'[intake.lmtp]\nlisten = "unix:{path}"'), {}).intake.lmtp.listen == Listen(path=Path(path))


@pytest.mark.parametrize(
    "host", ["a..b", "a b", "relay:25", "smtp://relay", "[::1]", "1.2.3", "-a.example", "a" * 64, " "]
)
def test_a_host_that_no_name_server_could_know_is_a_fault(config: Write, host: str) -> None:
    way_out = f'[server]\naddress = "hearts@example.org"\n[courier.smtp]\nhost = "{host}"\n'
    assert list(faults(config("", way_out))) == ["courier.smtp.host"]
    way_in = f'[intake.imap]\nhost = "{host}"\nuser = "u"\npassword = "p"\n'
    assert list(faults(config(way_in))) == ["intake.imap.host"]


@pytest.mark.parametrize(
    "host", ["localhost", "mx_1.example.org", "mail.example.org.", "127.0.0.1", "::1", "bücher.example"]
)
def test_a_host_is_a_name_or_an_address(config: Write, host: str) -> None:
    text = f'[server]\naddress = "hearts@example.org"\n[courier.smtp]\nhost = "{host}"\n'
    assert load(config("", text), {}).courier.smtp.host == host


@pytest.mark.parametrize(
    "name", ["mx example net", " mx.example.net", "mx.example.net;", "mx.example.net 1", "mx/example"]
)
def test_a_name_that_no_mail_server_writes_into_its_results_is_a_fault(config: Write, name: str) -> None:
    assert list(faults(config(f'[security]\nauthserv_id = "{name}"'))) == ["security.authserv_id"]


@pytest.mark.parametrize("path", ["", " "])
def test_an_empty_path_is_no_folder_and_not_the_one_of_the_file(config: Write, path: str) -> None:
    least = f'[server]\naddress = "hearts@example.org"\ndata = "{path}"\n[courier.smtp]\nhost = "smtp.example.org"\n'
    assert list(faults(config("", least))) == ["server.data"]
    assert list(faults(config(f'[metrics]\nfile = "{path}"'))) == ["metrics.file"]
    assert list(faults(config(f'[intake.maildir]\npath = "{path}"'))) == ["intake.maildir.path"]


@pytest.mark.parametrize(("tls", "imap", "smtp"), [("implicit", 993, 465), ("starttls", 143, 587), ("none", 143, 25)])
def test_the_port_follows_from_tls_unless_it_is_given(tls: str, imap: str, smtp: str) -> None:
    sections: dict[str, Any] = {
        "server": {"address": "hearts@example.org"},
        "intake": {"imap": {"host": "localhost", "user": "u", "password": "p", "tls": tls}},
        "courier": {"smtp": {"host": "localhost", "tls": tls}},
    }
    settings = Settings.model_validate(sections)
    assert (settings.intake.imap.port, settings.courier.smtp.port) == (imap, smtp)
    sections["courier"]["smtp"]["port"] = 2525
    assert Settings.model_validate(sections).courier.smtp.port == 2525


# -- where it comes from -----------------------------------------------------------------------------------------


def test_the_named_file_goes_before_the_variable_and_that_before_the_usual_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "pbem.toml").write_text(LEAST)
    assert find(Path("a.toml"), {"PBEM_CONFIG": "b.toml"}) == Path("a.toml")
    assert find(None, {"PBEM_CONFIG": "b.toml"}) == Path("b.toml")
    assert find(None, {}) == Path("config/pbem.toml")
    assert load(None, {}).server.address == "hearts@example.org"


def test_without_any_file_the_environment_can_say_it_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    nowhere = [tmp_path / "pbem.toml"]
    environ = {"PBEM_SERVER__ADDRESS": "h@example.org", "PBEM_COURIER__MAILDIR__PATH": "out"}
    assert load(None, environ, nowhere).courier.maildir.path == tmp_path / "out"
    with pytest.raises(SettingsFault, match=f"looked for {nowhere[0]}"):
        load(None, {}, nowhere)


def test_the_environment_goes_before_the_file(config: Write) -> None:
    environ = {
        "PBEM_SERVER__NAME": "Thursday",
        "PBEM_GAMES__REMIND": "false",
        "PBEM_LIMITS__MESSAGE_BYTES": "65536",
        "PBEM_INTAKE__IMAP__HOST": "imap.example.org",
        "PBEM_INTAKE__IMAP__USER": "hearts",
        "PBEM_INTAKE__IMAP__OAUTH_TOKEN_COMMAND": "/usr/bin/token --for 'the game'",
        "PBEM_INTAKE__IMAP__POLL": "5m",
        "PBEM_CONFIG": "elsewhere.toml",
        "HOME": "/root",
    }
    settings = load(config('[games]\nremind = true\nvariant = "web"'), environ)
    assert settings.server.name == "Thursday"
    assert (settings.games.remind, settings.games.variant) == (False, "web")
    assert settings.limits.message_bytes == 65536
    assert settings.intake.imap.poll == timedelta(minutes=5)
    assert settings.intake.imap.oauth_token_command == ("/usr/bin/token", "--for", "the game")


def test_a_secret_can_stand_in_a_file_and_is_never_shown(config: Write, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("tr0ub4dor \n")
    settings = load(config('user = "hearts"\npassword_file = "secret"'), {})
    assert settings.courier.smtp.password.get_secret_value() == "tr0ub4dor "
    (tmp_path / "url").write_text("postgresql+psycopg://pbem:tr0ub4dor@db/pbem\n")
    settings = load(config('[database]\nurl_file = "url"'), {"PBEM_COURIER__SMTP__USER": "u"} | PASSWORD)
    assert settings.database.url == "postgresql+psycopg://pbem:tr0ub4dor@db/pbem"
    assert "tr0ub4dor" not in repr(settings)


PASSWORD = {"PBEM_COURIER__SMTP__PASSWORD": "tr0ub4dor"}


def test_a_secret_of_the_environment_goes_before_the_files_own_file(config: Write, tmp_path: Path) -> None:
    (tmp_path / "other").write_text("other")
    file = config('user = "hearts"\npassword_file = "missing"')
    assert load(file, PASSWORD).courier.smtp.password.get_secret_value() == "tr0ub4dor"
    inline = config('user = "hearts"\npassword = "inline"')
    environ = {"PBEM_COURIER__SMTP__PASSWORD_FILE": str(tmp_path / "other")}
    assert load(inline, environ).courier.smtp.password.get_secret_value() == "other"


# -- what is wrong -----------------------------------------------------------------------------------------------


def test_all_faults_are_told_at_once_each_with_its_key_and_its_mend(config: Write) -> None:
    found = faults(
        config(
            """
            [server]
            adress = "hearts@example.org"
            delimiter = "~"
            [intake.imap]
            host = ""
            idle = "perhaps"
            poll = 60
            pasword = "x"
            [limits]
            message_bytes = 3
            games_per_player = "many"
            [gmaes]
            """,
            least="",
        ),
        {"PBEM_GAMES__DEADLINE": "3"},
    )
    assert found["server.address"] == (
        'server.address: is missing. Add it under [server], as in address = "hearts@example.org".'
    )
    assert found["server.adress"].endswith("Did you mean server.address?")
    assert found["server.delimiter"].endswith("Write '', '+', '-', '=', '_' or '.'.")
    assert found["intake.imap.host"].endswith("is empty. Fill it in, or remove the line.")
    assert found["intake.imap.idle"].endswith("Write true or false, without quotes.")
    assert '"48h"' in found["intake.imap.poll"]
    assert found["intake.imap.pasword"].endswith("Did you mean intake.imap.password?")
    assert "intake.imap.user" in found
    assert found["limits.message_bytes"].endswith("must be at least 16384. Write 16384 or more.")
    assert found["limits.games_per_player"].endswith("Write digits, without quotes.")
    assert found["games.deadline (PBEM_GAMES__DEADLINE)"]
    assert found["gmaes"].endswith("Did you mean games?")
    assert "courier" in found


def test_an_unknown_key_near_to_nothing_is_answered_with_the_known_ones(config: Write) -> None:
    assert "authserv_id, authentication_results" in faults(config("[security]\nxyz = 1"))["security.xyz"]


def test_several_addresses_are_a_list_or_words_in_the_environment(config: Write) -> None:
    listed = LEAST.replace("[courier.smtp]", 'aliases = ["a@old.example", "b@old.example"]\n[courier.smtp]')
    assert load(config("", listed), {}).server.aliases == ("a@old.example", "b@old.example")
    environ = {"PBEM_SERVER__ALIASES": "a@old.example, b@old.example"}
    assert load(config(""), environ).server.aliases == ("a@old.example", "b@old.example")
    assert load(config("[security]\narc_sealers = []"), {}).security.arc_sealers == ()


def test_what_is_no_address_in_a_list_is_told_with_its_place(config: Write) -> None:
    found = faults(config("", LEAST.replace("[courier.smtp]", 'aliases = ["a@b.example", "nobody"]\n[courier.smtp]')))
    assert "'nobody' is not a mail address" in found["server.aliases.1"]
    assert "must be a list" in faults(config("[security]\narc_sealers = 7"))["security.arc_sealers"]


def test_a_misspelt_variable_is_told_by_its_name(config: Write) -> None:
    found = faults(config(""), {"PBEM_SERVER__LANGAUGE": "en", "PBEM_SERVER__NAME__X": "y"})
    assert "Did you mean server.language?" in found["server.langauge (PBEM_SERVER__LANGAUGE)"]
    assert found["server.name"].endswith("must be text. Put it in quotes.")
    assert "PBEM_SERVER__ADDRESS__X" in faults(config(""), {"PBEM_SERVER__ADDRESS__X": "y"})


@pytest.mark.parametrize(
    ("section", "key", "mend"),
    [
        ('[courier.maildir]\npath = "out"', "courier", "Keep one of"),
        ("[courier]\nsmtp = 3", "courier.smtp", "[courier.smtp]"),
        ("[courier]", "courier", "Add [courier.smtp]"),
    ],
)
def test_there_is_exactly_one_way_out(config: Write, section: str, key: str, mend: str) -> None:
    least = LEAST if "maildir" in section else LEAST.split("[courier")[0]
    assert mend in faults(config(section, least))[key]


@pytest.mark.parametrize(
    "address",
    [
        "hearts",
        "hearts@",
        "@example.org",
        "a b@example.org",
        "Hearts <h@example.org>",
        "h@x..org",
        "h@-x.org",
        "h@x-",
        "he..arts@example.org",
        ".hearts@example.org",
        "hearts.@example.org",
        "h@@example.org",
        "",
    ],
)
def test_an_address_is_a_bare_address(config: Write, address: str) -> None:
    assert list(faults(config("", LEAST.replace("hearts@example.org", address)))) == ["server.address"]


@pytest.mark.parametrize(
    ("address", "extra", "key"),
    [
        ("my-hearts@example.org", 'delimiter = "-"', "server.delimiter"),
        (f"{'h' * 31}@example.org", "", "server.address"),
        ("hearts@example.org", 'language = "xx"', "server.language"),
        ("hearts@example.org", 'operator = "nobody"', "server.operator"),
    ],
)
def test_reply_addresses_and_mails_must_be_possible(config: Write, address: str, extra: str, key: str) -> None:
    least = f'[server]\naddress = "{address}"\n{extra}\n[courier.smtp]\nhost = "smtp.example.org"\n'
    assert list(faults(config("", least))) == [key]


def test_a_folder_may_be_yet_to_be_made_but_is_no_file(config: Write, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    at = LEAST.replace("[courier.smtp]", 'data = "taken"\n[courier.smtp]')
    assert list(faults(config("", at))) == ["server.data"]
    assert load(config("", at.replace("taken", "new")), {}).server.data == tmp_path / "new"


@pytest.mark.parametrize(
    "url", ["sqlite://", "sqlite:///:memory:", "mysql://db/pbem", "postgres://db/pbem", "postgresql://u:pw@db/pbem"]
)
def test_a_database_is_one_that_lasts_and_has_a_driver(config: Write, url: str) -> None:
    found = faults(config(f'[database]\nurl = "{url}"'))
    assert list(found) == ["database.url"]
    assert "pw" not in found["database.url"]


@pytest.mark.parametrize(
    ("login", "key"),
    [
        ("", "intake.imap"),
        ('password = "x"\noauth_token_command = "y"', "intake.imap"),
        ('password = "x"\npassword_file = "y"', "intake.imap.password"),
        ('password_file = "missing"', "intake.imap.password"),
        ('oauth_token_command = "it\'s"', "intake.imap.oauth_token_command"),
        ('password = "x"\ntls = "none"', "intake.imap.tls"),
        ('password = "x"\ndone_folder = "INBOX"', "intake.imap.done_folder"),
        ('password = "x"\npoll = "0s"', "intake.imap.poll"),
    ],
)
def test_a_mailbox_needs_one_login_that_is_kept_secret(config: Write, login: str, key: str) -> None:
    text = f'[intake.imap]\nhost = "imap.example.org"\nuser = "hearts"\n{login}'
    assert list(faults(config(text))) == [key]


@pytest.mark.parametrize(
    ("login", "key"),
    [
        ('user = "u"', "courier.smtp"),
        ('password = "p"', "courier.smtp"),
        ('user = "u"\npassword = "p"\ntls = "none"', "courier.smtp.tls"),
    ],
)
def test_a_login_for_sending_is_whole_and_kept_secret(config: Write, login: str, key: str) -> None:
    assert list(faults(config(login))) == [key]


def test_two_servers_do_not_listen_at_one_place(config: Write) -> None:
    text = '[intake.smtp]\nlisten = "127.0.0.1:8025"\n[intake.lmtp]\nlisten = "127.0.0.1:8025"'
    assert list(faults(config(text))) == ["intake.lmtp.listen"]


@pytest.mark.parametrize(
    ("content", "wrong"), [(None, "cannot be read"), (b"[server", "is not TOML"), (b'x = "\xff"', "is not UTF-8")]
)
def test_a_file_that_cannot_be_read_is_told_by_its_path(tmp_path: Path, content: bytes | None, wrong: str) -> None:
    path = tmp_path / "pbem.toml"
    if content is not None:
        path.write_bytes(content)
    assert wrong in faults(path)[str(path)]


def test_the_example_configuration_loads_as_it_is() -> None:
    settings = load(paths.config_folder() / "pbem.toml", {})
    assert settings.courier.smtp.host == "127.0.0.1"


def test_a_signature_needs_a_key_that_is_there_and_a_selector(config: Write, tmp_path: Path) -> None:
    told = faults(config('[dkim]\nselector = "a b"\nkey_file = "dkim.pem"\ndomain = "http://example.org"'))
    assert set(told) == {"dkim.selector", "dkim.key_file", "dkim.domain"}
    (tmp_path / "dkim.pem").write_text("…")
    dkim = load(config('[dkim]\nselector = "s1"\nkey_file = "dkim.pem"'), {}).dkim
    assert dkim is not None
    assert (dkim.selector, dkim.key_file, dkim.domain) == ("s1", tmp_path / "dkim.pem", "")


@pytest.mark.parametrize(("domain", "right"), [("example.org", True), ("Example.ORG", True), ("xample.org", False)])
def test_a_signature_is_of_the_domain_that_the_mail_is_from(
    config: Write, tmp_path: Path, domain: str, right: str
) -> None:
    (tmp_path / "dkim.pem").write_text("…")
    least = LEAST.replace("hearts@", "hearts@games.")
    path = config(f'[dkim]\nselector = "s1"\nkey_file = "dkim.pem"\ndomain = "{domain}"', least)
    if right:
        assert load(path, {}).dkim.domain == domain
    else:
        assert "hearts@games.example.org" in faults(path)["dkim.domain"]
