"""German, as people chat in it. Umlauts are free: `fold` takes the dots away, and the spelling with e stands beside."""

from __future__ import annotations

from pbem.cards import Rank, Suit
from pbem.orders.chat_words.language import ChatWords, entries, numbers

GERMAN_CHAT = ChatWords(
    suits={"pik": Suit.SPADES, "schippe": Suit.SPADES, "schippen": Suit.SPADES, "schaufel": Suit.SPADES}
    | {"herz": Suit.HEARTS, "herzen": Suit.HEARTS, "coeur": Suit.HEARTS}
    | {"karo": Suit.DIAMONDS, "carreau": Suit.DIAMONDS, "eckstein": Suit.DIAMONDS}
    | {"kreuz": Suit.CLUBS, "treff": Suit.CLUBS, "eichel": Suit.CLUBS},
    ranks=numbers("zwei/zwo drei vier funf/fuenf sechs sieben acht neun zehn")
    | {"bube": Rank.JACK, "buben": Rank.JACK, "bauer": Rank.JACK, "unter": Rank.JACK, "dame": Rank.QUEEN}
    | {"ober": Rank.QUEEN, "konig": Rank.KING, "koenig": Rank.KING, "ass": Rank.ACE, "as": Rank.ACE, "daus": Rank.ACE}
    | {"2er": Rank.TWO, "3er": Rank.THREE, "10er": Rank.TEN},
    compounds=True,
    of=entries("von"),
    articles=entries("der | die | das | den | dem | meine | mein | meinen"),
    fillers=entries(
        "wie immer | wie ublich | oje | ojemine | von mir | hihi | der | die | das | den | dem | meine | mein"
        " | meinen | ist | sind | es | hier | bitte | danke | dank | vielen dank | hallo | moin | servus | ok | also"
        " | gut | na | na gut | dann | nun | jetzt | zusammen | alle | leute | hm | tja | karte | karten | antwort"
        " | zug | und | heute | diesmal | gruss | grusse | gruesse | liebe grusse | liebe gruesse | lg | vg | mfg"
        " | leider | naturlich | klar | ja | mal | eben | halt mal | halt eben | einfach | tut mir leid | viel spass"
        " | viel gluck | viel glueck | fur dich | fuer dich | fur euch | fuer euch | guten tag | guten morgen"
        " | guten abend | schonen tag | schoenen tag | mir | lieber mal | so | dran | raus | weiter | ab"
        " | auf den tisch | los | zu euch | fur mich | fuer mich"
    ),
    acts=entries(
        "spiele | spiel | spielen | lege | leg | werfe | werf | nehme | nehm | gebe | geb | gib | schiebe | mochte"
        " | moechte | wurde gern | wuerde gern | ausspielen | spiele aus | komme mit | kommt | will | wahle | waehle"
        " | weg mit | bediene | bediene mit | werfe ab | gehe mit | geh mit | nehmt | nimm"
    ),
    persons=entries("ich | wir"),
    asides=entries(
        "vergiss nicht | vergesst nicht | mal sehen | mal schauen | schauen wir mal | bis jetzt | kaum zu glauben"
        " | bis bald | bis dann | bis morgen | bis spater | bis sonntag | bis montag | bis zum nachsten mal"
        " | kein problem | keine eile | nicht schlecht | macht nichts | warum nicht | nicht bose sein"
        " | nicht boese sein | keine ahnung wie | kein stress | nichts fur ungut | nichts fuer ungut"
        " | konnte nicht eher | konnte nicht fruher | konnte leider nicht | ohne gewahr"
    ),
    wishes=entries(
        "frohe | frohes | frohliche | froehliche | schonen | schoenen | schone | schoene | schones | schoenes"
        " | alles gute | gute besserung | herzlichen gluckwunsch | herzlichen glueckwunsch | gute nacht | gute reise"
        " | einen schonen | einen schoenen | hoffe euch | ich hoffe euch | bis zum | guten rutsch"
    ),
    takebacks=entries(
        "warte | wart | moment | halt | stopp | stop | sondern | stattdessen | statt | doch | quatsch | falsch"
        " | vertan | verklickt | verschrieben | vertippt | nehme zuruck | nehm zuruck | zuruck | zurueck | irrtum"
        " | fehler | mist | lieber | anders | scherz | vergiss | vergesst | uberlege | ueberlege | korrektur | meinte"
        " | meine ich | besser | abbrechen | streiche | eigentlich | anderes spiel | andere partie | ups | huch"
        " | ersetze"
    ),
    denials=entries(
        "nicht | nein | kein | keine | keinen | niemals | nie | ausser | ohne | nee | ne | no | auf keinen fall"
        " | behalte | bloss nicht | nix | nichts"
    ),
    doubts=entries(
        "vielleicht | evtl | eventuell | glaube | denke | soll | sollte | soll ich | wahrscheinlich | wohl | konnte"
        " | koennte | wurde | wuerde | unsicher | vermutlich | welche | ware | waere | hatte ich | haette ich"
    ),
    conditions=entries("wenn | falls | oder | aber | nur | sobald | bis | sonst | ausser wenn"),
    tales=entries(
        "spielte | gespielt | hat | hatte | habe | sagte | sagt | hielt | er | sie | ihr | seine | ihre | geworfen"
        " | fiel | gesagt | schrieb | schreibt | hab | haben | dein | deine | war | gab | bekam"
    ),
    past=entries(
        "war | waren | letzte | letzten | letztes | gestern | neulich | nachste | naechste | hatte | woche | damals"
    ),
    greetings=entries(
        "hallo | moin | servus | guten tag | guten morgen | guten abend | liebe | lieber | gruss gott | grusst euch"
    ),
    farewells=entries(
        "gruss | grusse | gruesse | viele grusse | viele gruesse | liebe grusse | liebe gruesse | lg | vg | mfg"
        " | danke | bis bald | bis dann | tschuss | tschuess | mit freundlichen grussen | mit freundlichen gruessen"
        " | herzliche grusse | beste grusse | herzlichst | euer | dein | deine"
    ),
    apologies=entries("entschuldigung | entschuldige | entschuldigt | sorry | tut mir leid"),
    later=entries("spater | spaeter | morgen | heute abend | bald | nachher | gleich | wochenende"),
    yes=entries(
        "ja | jo | jep | jepp | jawohl | klar | gern | gerne | sehr gern | sehr gerne | ja gern | ja gerne | ja bitte"
        " | einverstanden | bin dabei | ich bin dabei | bin gerne dabei | ich bin gerne dabei | bin gern dabei"
        " | ich bin gern dabei | au ja | mach ich | passt | naturlich | natuerlich | stimmt | richtig | genau"
        " | korrekt | bestatigt | bestaetigt | ich bestatige | ich bestaetige | das war ich | ich war es | ich war's"
        " | los geht's | auf geht's | warum nicht | mit vergnugen | mit vergnuegen | ich spiele mit | ich spiel mit"
        " | ich mache mit | ich mach mit | dabei | spiele gern mit | ja klar | na klar | aber gern | aber gerne"
        " | freut mich | sicher | selbstverstandlich | selbstverstaendlich | das meinte ich | so ist es | machen wir"
        " | super | prima | jawoll | ok | in ordnung | von mir aus | von mir | bitte | das war von mir | gemeint"
        " | mache gerne mit | ich mache gerne mit | ich mache gern mit | ich spiele gerne mit"
    ),
    no=entries(
        "nein | nee | no | nein danke | leider nicht | leider nein | ohne mich | lieber nicht | keine zeit"
        " | leider keine zeit | nicht jetzt | diesmal nicht | ein andermal | das war ich nicht | ich war das nicht"
        " | ich war es nicht | nicht von mir | das war nicht ich | kein interesse | ich mochte nicht"
        " | ich moechte nicht | ich will nicht | absagen | ich sage ab | auf keinen fall | falsch | stimmt nicht"
        " | habe ich nicht geschrieben | das habe ich nicht geschrieben | geht nicht | geht leider nicht"
        " | bin nicht dabei | ich kann nicht | kann nicht"
    ),
    leaves=entries(
        "ich gebe auf | aufgeben | ich hore auf | ich hoere auf | ich steige aus | ich bin raus | aussteigen"
        " | spiel verlassen | partie verlassen | ich will nicht mehr | ich mag nicht mehr | keine lust mehr"
        " | gebe auf"
    ),
    stops=entries(
        "keine mails mehr | keine mail mehr | keine e-mails mehr | abmelden | abbestellen | nicht mehr schreiben"
        " | schreibt mir nicht mehr | aus der liste | aus dem verteiler | lasst mich in ruhe | austragen"
    ),
    mails=entries("mail | mails | e-mail | e-mails | nachrichten | newsletter"),
    enough=entries("genug | zu viele | keine weiteren | stoppt | aufhoren | aufhoeren"),
    wants=entries("will | mochte | moechte | brauche | wunsche | wuensche"),
)
