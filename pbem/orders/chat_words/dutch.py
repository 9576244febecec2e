"""Dutch, as people chat in it. Its "of", our "or", is no word here: between English cards it says "of"."""

from __future__ import annotations

from pbem.cards import Rank, Suit
from pbem.orders.chat_words.language import ChatWords, entries, numbers

DUTCH_CHAT = ChatWords(
    suits={"schoppen": Suit.SPADES, "schop": Suit.SPADES, "harten": Suit.HEARTS, "hart": Suit.HEARTS}
    | {"ruiten": Suit.DIAMONDS, "ruit": Suit.DIAMONDS, "koeken": Suit.DIAMONDS}
    | {"klaveren": Suit.CLUBS, "klaver": Suit.CLUBS},
    ranks=numbers("twee drie vier vijf zes zeven acht negen tien")
    | {"boer": Rank.JACK, "zot": Rank.JACK, "vrouw": Rank.QUEEN, "dame": Rank.QUEEN, "heer": Rank.KING}
    | {"koning": Rank.KING, "aas": Rank.ACE},
    compounds=True,
    of=entries("van"),
    articles=entries("de | het | 't | mijn"),
    fillers=entries(
        "de | het | 't | mijn | is | zijn | dit | hier | hallo | hoi | hey | dag | allemaal | iedereen | goedemorgen"
        " | goedemiddag | goedenavond | ok | oke | goed | dan | nou | nu | kaart | kaarten | antwoord | zet | en"
        " | alstublieft | alsjeblieft | aub | svp | dank | dank je | dankje | bedankt | groet | groetjes | groeten"
        " | gr | mvg | graag | met vriendelijke groet | succes | veel plezier | voor jou | voor jullie | ja"
        " | natuurlijk | sorry | vandaag | eens | maar eens | even | doe maar | geef maar | deze | keer | helaas"
        " | prima | met | uit | door | wel | dan maar | maar weer | doe dan maar | voor mij"
    ),
    acts=entries(
        "speel | speel maar | spelen | leg | gooi | neem | geef | geef door | kom | kom uit | wil | zou graag"
        " | zou graag willen | kies | doe | wordt"
    ),
    persons=entries("ik | wij"),
    asides=entries(
        "vergeet niet | tot nu toe | eens kijken | we zullen zien | even zien | tot gauw | tot later | tot ziens"
        " | tot zondag | tot morgen | tot dan | tot snel | geen probleem | geen haast | niet slecht | maakt niet uit"
        " | waarom niet | niets persoonlijks | kon niet eerder"
    ),
    wishes=entries(
        "fijne | fijn | prettige | prettig | beterschap | gefeliciteerd | welterusten | een fijne | een prettige"
        " | nog een | hopelijk gaat | goede reis | goede nacht | slaap lekker | vrolijk | gelukkig"
    ),
    takebacks=entries(
        "wacht | wacht even | momentje | in plaats | liever | toch | foutje | fout | verkeerd | verkeerde | oeps"
        " | grapje | stop | annuleer | annuleren | laat maar | eigenlijk | vergeet | vergis | vergist | bedoelde"
        " | bedoel | andere partij | ander spel | nadenken | terug | correctie | vervang | bij nader inzien"
    ),
    denials=entries("niet | nee | geen | nooit | behalve | zonder | neen | hou | niets"),
    doubts=entries(
        "misschien | zou | denk | denk ik | zou ik | zal ik | moet ik | wellicht | waarschijnlijk | geloof | twijfel"
        " | welke | eventueel"
    ),
    conditions=entries("als | tenzij | maar | alleen | indien | anders | zodra | tot"),
    tales=entries(
        "speelde | gespeeld | heeft | had | heb | zei | zegt | hield | hij | zij | zijn kaart | haar | jouw"
        " | jullie kaart | schreef | schrijft | was | kreeg | gooide"
    ),
    past=entries("was | waren | vorige | gisteren | laatst | week | volgende | had | toen | gaf"),
    greetings=entries("hallo | hoi | dag | beste | goedemorgen | goedemiddag | goedenavond | lieve | hey"),
    farewells=entries(
        "groet | groeten | groetjes | gr | mvg | met vriendelijke groet | tot later | tot gauw | bedankt | dank je"
        " | doei | hartelijke groet | hartelijke groeten | liefs"
    ),
    apologies=entries("sorry | excuses | excuus"),
    later=entries("later | morgen | vanavond | straks | weekend | binnenkort"),
    yes=entries(
        "ja | jep | oke | prima | graag | ja graag | is goed | akkoord | ik doe mee | natuurlijk | tuurlijk | zeker"
        " | klopt | dat klopt | juist | correct | bevestigd | ik bevestig | dat was ik | dat ben ik | leuk | ja leuk"
        " | ja hoor | met plezier | waarom niet | ik speel mee | doe ik | doe maar | goed | top | in orde"
        " | ja natuurlijk | ja prima | precies | jazeker | dat bedoelde ik | dat bedoel ik | inderdaad | ik ben erbij"
        " | mee eens | gezellig | heel graag"
    ),
    no=entries(
        "nee | neen | nee dank je | nee bedankt | nee dankje | liever niet | zonder mij | geen tijd | nu niet"
        " | niet nu | een andere keer | deze keer niet | dat was ik niet | ik was het niet | niet van mij"
        " | geen interesse | ik wil niet | ik kan niet | helaas niet | ik doe niet mee | ik niet | nee hoor | nooit"
        " | klopt niet | dat heb ik niet geschreven | ik heb dat niet geschreven"
    ),
    leaves=entries(
        "ik geef op | ik geef het op | opgeven | ik stop ermee | ik stop | ik wil stoppen | ik haak af | ik ga weg"
        " | spel verlaten | partij verlaten"
    ),
    stops=entries(
        "geen mail meer | geen mails meer | afmelden | uitschrijven | schrijf me niet meer | geen e-mails meer"
        " | mail me niet meer | laat me met rust"
    ),
    mails=entries("mail | mails | e-mail | e-mails | mailtjes | berichten"),
    enough=entries("genoeg | te veel | stop | verwijder"),
    wants=entries("wil | wens | hoef"),
)
