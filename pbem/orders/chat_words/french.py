"""French, as people chat in it, without its accents."""

from __future__ import annotations

from pbem.cards import Rank, Suit
from pbem.orders.chat_words.language import ChatWords, entries, numbers

FRENCH_CHAT = ChatWords(
    suits={"pique": Suit.SPADES, "piques": Suit.SPADES, "coeur": Suit.HEARTS, "coeurs": Suit.HEARTS}
    | {"carreau": Suit.DIAMONDS, "carreaux": Suit.DIAMONDS, "trefle": Suit.CLUBS, "trefles": Suit.CLUBS},
    ranks=numbers("deux trois quatre cinq six sept huit neuf dix")
    | {"valet": Rank.JACK, "dame": Rank.QUEEN, "reine": Rank.QUEEN, "roi": Rank.KING, "as": Rank.ACE},
    of=entries("de | d' | du"),
    articles=entries("le | la | les | l' | mon | ma"),
    fillers=entries(
        "le | la | les | l' | mon | ma | mes | c'est | ce sera | ce | est | sont | voici | voila | bonjour | bonsoir"
        " | salut | coucou | a tous | a toutes | tous | ok | bon | alors | bien | eh bien | merci | svp | stp"
        " | s'il vous plait | s'il te plait | s'il | vous | plait | te | cordialement | amicalement | bises"
        " | bonne journee | bonne chance | bonne partie | carte | cartes | reponse | coup | et | puis | aujourd'hui"
        " | desole | desolee | oui | pour toi | pour vous | ah | oh | hop | tiens | tenez | donc | bien sur"
        " | bien a vous | cette fois | pour moi | a toi"
    ),
    acts=entries(
        "joue | jouer | jouons | pose | poser | entame | mets | prends | passe | passer | donne | donner | choisis"
        " | vais | lance | jette | voudrais jouer | voudrais passer | sera | echange | met"
    ),
    persons=entries("je | j' | on"),
    asides=entries(
        "a bientot | a plus | a plus tard | n'oublie pas | n'oubliez pas | on verra | on verra bien"
        " | bonne fin de journee | tant pis | pas mal | pas de probleme | pas de souci | pourquoi pas | pas grave"
        " | ce n'est pas grave | pas presse | pas de chance | rien de personnel | pas trop tard | sans rancune"
        " | n'est-ce pas"
    ),
    wishes=entries(
        "joyeux | joyeuse | bon anniversaire | bonne annee | bonne soiree | bonne nuit | bonne fete | bon week-end"
        " | bon dimanche | bonnes vacances | bon voyage | bon courage | felicitations | j'espere que vous | a demain"
    ),
    takebacks=entries(
        "attends | attendez | attendre | plutot | au lieu | annule | annuler | annulez | oups | zut | erreur | trompe"
        " | trompee | blague | en fait | finalement | oublie | oubliez | reflechir | correction | je voulais dire"
        " | autre partie | mauvaise carte | stop | minute | un instant | reprends | remplace"
    ),
    denials=entries("pas | ne | n' | non | jamais | sauf | sans | aucun | aucune | surtout pas | rien | garde"),
    doubts=entries(
        "peut-etre | peut etre | crois | pense | devrais | dois-je | pourrais | hesite | serait | sans doute"
        " | jouerais | probablement | quelle | faut-il"
    ),
    conditions=entries("si | mais | ou | sinon | seulement | quand | sauf si | a condition"),
    tales=entries(
        "a joue | joua | avait | avais | ai | a dit | dit | disait | il | elle | ils | son | sa | ses | etait | votre"
        " | ton | as-tu | tient | joues | ecrit | n'ai | j'ai | a pose"
    ),
    past=entries("etait | dernier | derniere | hier | semaine | prochaine | prochain | avait | superbe | passee"),
    greetings=entries("bonjour | bonsoir | salut | coucou | cher | chere | chers"),
    farewells=entries(
        "cordialement | amicalement | bises | bisous | bien a vous | a bientot | bonne journee | merci | bonne soiree"
        " | amities | a plus"
    ),
    apologies=entries("desole | desolee | pardon | excusez-moi"),
    later=entries("plus tard | demain | ce soir | bientot | week-end"),
    yes=entries(
        "avec grand plaisir | grand plaisir | oui | ouais | d'accord | dac | volontiers | avec plaisir | bien sur"
        " | j'accepte | accepte | partant | partante | je suis partant | je suis partante | ca marche | je confirme"
        " | confirme | c'est moi | c'etait moi | c'etait bien moi | exact | exactement | parfait | pourquoi pas"
        " | je participe | je joue | je veux bien | oui merci | oui svp | oui s'il vous plait | oui bien sur"
        " | oui volontiers | oui avec plaisir | c'est ca | tout a fait | certainement | entendu | allons-y | super"
        " | je viens | c'est juste | correct | j'en suis | bien entendu | ok"
    ),
    no=entries(
        "non | non merci | pas moi | desole non | desolee non | sans moi | une autre fois | pas le temps"
        " | pas maintenant | pas cette fois | je refuse | je decline | ce n'etait pas moi | ce n'est pas moi"
        " | c'est pas moi | c'etait pas moi | pas interesse | pas interessee | je ne veux pas | je ne peux pas"
        " | malheureusement non | je prefere pas | je ne prefere pas | jamais | je n'ai pas le temps"
        " | je n'ai pas ecrit ca | je n'ai pas ecrit cela | pas de moi"
    ),
    leaves=entries(
        "j'abandonne | abandonner | je quitte | quitter | je laisse tomber | je me retire | j'arrete | je renonce"
    ),
    stops=entries(
        "plus de mails | plus de messages | desabonner | desinscrire | me desabonner | me desinscrire"
        " | ne m'ecrivez plus | arretez de m'ecrire | plus de courriels | desinscription | desabonnement"
        " | laissez-moi tranquille"
    ),
    mails=entries("mail | mails | e-mail | e-mails | courriel | courriels | messages"),
    enough=entries("assez | trop de | arretez | cessez | supprimez | retirez"),
    wants=entries("veux | voudrais | souhaite"),
)
