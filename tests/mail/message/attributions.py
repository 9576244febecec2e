"""How mail programs, in many languages, bring in the old mail. Each reply says PLAY QS, and nothing else is its own."""

from __future__ import annotations

from tests.mail.message.builder import OLD, QUOTED, TAGGED

_WHO = f"Hearts <{TAGGED}>"

# The attribution of a reply above a quote that is marked with ">".
ABOVE_A_QUOTE = {
    "danish": f"Den tirs. 3. mar. 2026 kl. 19.02 skrev {_WHO}:",
    "dutch": f"Op di 3 mrt 2026 om 19:02 schreef {_WHO}:",
    "finnish": f"ti 3. maalisk. 2026 klo 19.02 {_WHO} kirjoitti:",
    "italian, broken in the address": f"Il giorno mar 3 mar 2026 alle ore 19:02 Hearts <\n{TAGGED}> ha scritto:",
    "spanish, verb below": f"El mar, 3 mar 2026 a las 19:02, Hearts (<{TAGGED}>)\nescribió:",
    "portuguese": f"Em ter., 3 de mar. de 2026 às 19:02, {_WHO} escreveu:",
    "russian, no verb": f"вт, 3 мар. 2026 г. в 19:02, {_WHO}:",
    "ukrainian": f"вт, 3 бер. 2026 р. о 19:02 {_WHO} пише:",
    "turkish": f"{_WHO}, 3 Mar 2026 Sal,\n19:02 tarihinde şunu yazdı:",
    "arabic": f"في الثلاثاء، ٣ مارس ٢٠٢٦ في ٧:٠٢ م تمت كتابة ما يلي بواسطة {_WHO}:",
    "hebrew": f"\u200fבתאריך יום ג׳, 3 במרץ 2026 ב-19:02 מאת {_WHO}:\u200f",
    "korean": f"2026년 3월 3일 (화) 오후 7:02, {_WHO}님이 작성:",
    "chinese": f"{_WHO} 于2026年3月3日周二 19:02写道：",
    "hungarian": f"{_WHO} ezt írta (időpont: 2026. márc. 3., K, 19:02):",
    "greek": f"Στις Τρί 3 Μαρ 2026 στις 7:02 μ.μ., ο χρήστης {_WHO} έγραψε:",
    "czech": f"út 3. 3. 2026 v 19:02 odesílatel {_WHO} napsal:",
    "romanian": f"În mar., 3 mar. 2026 la 19:02, {_WHO} a scris:",
    "thai": f"ในวันที่ อ. 3 มี.ค. 2569 เวลา 19:02 {_WHO} เขียนว่า:",
    "vietnamese": f"Vào Th 3, 3 thg 3, 2026 vào lúc 19:02 {_WHO} đã viết:",
    "hindi": f"मंगल, 3 मार्च 2026 को 19:02 बजे {_WHO} ने लिखा:",
    "norwegian apple mail": f"3. mars 2026 kl. 19:02 skrev {_WHO}:",
    "german apple mail": f"Am 03.03.2026 um 19:02 schrieb {_WHO}:",
    "fastmail, no address": "On Tue, Mar 3, 2026, at 7:02 PM, Hearts wrote:",
    "mutt, no address": "On Tue, Mar 03, 2026 at 07:02:11PM +0000, Hearts wrote:",
    "evolution, no address": "On Tue, 2026-03-03 at 19:02 +0000, Hearts wrote:",
    "gnus, no date": f"{_WHO} writes:",
    "long name, wrapped, no address": "On Tue, 3 Mar 2026 at 19:02, Hearts via the Example Games Hall\nwrote:",
    "mail.ru": f"Вторник, 3 марта 2026, 19:02 +03:00 от {_WHO}:",
    "lotus notes": f"{TAGGED} schrieb am 03.03.2026 19:02:12:",
    "bracketed bare address": "On 3/3/26 7:02 PM, Hearts [hearts@example.net] wrote:",
}

# What stands between a reply and an old mail that is not marked at all.
ABOVE_UNMARKED = {
    "finnish outlook": "Lähettäjä: Hearts\nLähetetty: tiistai 3. maaliskuuta 2026 19.02\nVastaanottaja: North\n"
    "Aihe: [Hearts 7] North to play, trick 4\n",
    "hebrew outlook": "מאת: Hearts\nנשלח: יום שלישי 03 מרץ 2026 19:02\nאל: North\nנושא: [Hearts 7]\n",
    "arabic outlook": "من: Hearts\nتم الإرسال: 03 مارس 2026 19:02\nإلى: North\nالموضوع: [Hearts 7]\n",
    "chinese outlook": "发件人: Hearts\n发送时间: 2026年3月3日 19:02\n收件人: North\n主题: [Hearts 7]\n",
    "japanese outlook": "差出人: Hearts\n送信日時: 2026年3月3日 19:02\n宛先: North\n件名: [Hearts 7]\n",
    "korean outlook": "보낸 사람: Hearts\n보낸 날짜: 2026년 3월 3일 19:02\n받는 사람: North\n제목: [Hearts 7]\n",
    "greek outlook": "Από: Hearts\nΣτάλθηκε: Τρίτη, 3 Μαρτίου 2026 7:02 μμ\nΠρος: North\nΘέμα: [Hearts 7]\n",
    "norwegian, known by its subject": "Fra: Hearts\nSendt: tirsdag\nTil: North\n"
    "Emne: [Hearts 7] North to play, trick 4\n",
    "outlook with french blanks": "De : Hearts\nEnvoyé : mardi 3 mars 2026 19:02\nÀ : North\nObjet : [Hearts 7]\n",
    "web.de": f'Gesendet: Dienstag, 03. März 2026 um 19:02 Uhr\nVon: "Hearts" <{TAGGED}>\nAn: north@example.org\n'
    "Betreff: [Hearts 7]\n",
    "seznam": f"---------- Původní e-mail ----------\nOd: {_WHO}\nKomu: north@example.org\nDatum: 3. 3. 2026 19:02:11\n"
    "Předmět: [Hearts 7]\n",
    "samsung": "-------- Original message --------\nFrom: Hearts \nDate: 03/03/2026  19:02  (GMT+00:00) \n"
    "To: North \nSubject: [Hearts 7] North to play \n",
    "german separator": "-----Ursprüngliche Nachricht-----\nVon: Hearts\nGesendet: 3. März 2026 19:02\nAn: North\n"
    "Betreff: [Hearts 7]\n",
    "hyphen in the separator": "-------- Original-Nachricht --------\nDatum: Tue, 3 Mar 2026\nVon: Hearts\nAn: North\n",
    "qq mail": f"------------------ 原始邮件 ------------------\n发件人: {_WHO};\n发送时间: 2026年3月3日 晚上7:02\n"
    "收件人: North;\n主题: [Hearts 7]\n",
    "zoho": f"---- On Tue, 03 Mar 2026 19:02:11 +0000 {_WHO} wrote ----\n",
    "outlook for a phone": f"Get Outlook for iOS\n________________________________\nFrom: {_WHO}\n"
    "Sent: Tuesday, March 3, 2026 7:02:11 PM\nTo: North <north@example.org>\nSubject: [Hearts 7]\n",
    "bold labels": f"*From:* {_WHO}\n*Sent:* Tuesday, March 3, 2026 7:02 PM\n*To:* North\n*Subject:* [Hearts 7]\n",
    "double-spaced labels": "From: Hearts\n\nSent: Tuesday, March 3, 2026 7:02 PM\n\nTo: North\n\n"
    "Subject: [Hearts 7]\n",
    "folded recipients": "From: Hearts\nTo: North,\n\tSouth, East,\n\tWest\nDate: 3 March 2026 19:02\nSubject: [H]\n",
    "date and colon only": "On 3 Mar 2026, at 19:02, Hearts wrote:\n",
    "our line": "##- Answer above this line -##\n",
    "our message id": "Original id <t7.12.n.k4v9qz2m@example.net>\n",
    "lotus labels with tabs": f"From:\t{_WHO}\nTo:\tNorth\nDate:\t03-03-2026 19:02\nSubject:\t[Hearts 7]\n",
}


def top_post(attribution: str) -> str:
    """The reply above, the quote marked below."""
    return f"PLAY QS\n\n{attribution}\n\n{QUOTED}\n"


def tight(attribution: str) -> str:
    """The same with no empty lines, and quote marks without a blank."""
    return f"PLAY QS\n{attribution}\n{QUOTED.replace('> ', '>')}\n"


def bottom_post(attribution: str) -> str:
    """The reply below the quote."""
    return f"{attribution}\n{QUOTED}\n\nPLAY QS\n"


def inline(attribution: str) -> str:
    """The reply between quoted lines."""
    first, *rest = QUOTED.splitlines()
    return "\n".join([attribution, first, "", "PLAY QS", "", *rest]) + "\n"


def unmarked(attribution: str) -> str:
    """The reply above an old mail that nothing marks."""
    return f"PLAY QS\n\n{attribution}\n{OLD}\n"
