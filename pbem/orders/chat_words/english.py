"""English, as people chat in it."""

from __future__ import annotations

from pbem.cards import Rank, Suit
from pbem.orders.chat_words.language import ChatWords, entries, numbers

ENGLISH_CHAT = ChatWords(
    suits={"club": Suit.CLUBS, "clubs": Suit.CLUBS, "diamond": Suit.DIAMONDS, "diamonds": Suit.DIAMONDS}
    | {"spade": Suit.SPADES, "spades": Suit.SPADES, "heart": Suit.HEARTS, "hearts": Suit.HEARTS},
    ranks=numbers("two/deuce three four five six seven eight nine ten")
    | {"jack": Rank.JACK, "knave": Rank.JACK, "queen": Rank.QUEEN, "king": Rank.KING, "ace": Rank.ACE},
    of=entries("of"),
    articles=entries("the | my"),
    fillers=entries(
        "boom | bam | rofl | lmao | hihi | hihihi | hoho | xd | kthx | tada | muahaha | mwahaha | yolo | bravo"
        " | hurrah | hooray | yippee | thanks a lot | many thanks | thanks so much | thank you so much | thanks again"
        " | easy | tough | tricky | quick | quick one | easy one | tough one | fingers crossed | confirm | confirmed"
        " | i confirm | the | my | this | that | these | those | these three | following | is | are | it | it's | its"
        " | that's | here | here's | will | 'll | me | please | pls | plz | kindly | thanks | thank | thx | ty | ok"
        " | okay | right | fine | well | good | great | nice | then | so | now | today | hi | hello | hey | dear"
        " | all | everyone | everybody | folks | friends | guys | hm | hmm | hmmm | eh | uh | um | erm | omg | wow"
        " | ooh | ouch | ugh | yo | btw | imma | ah | oh | aha | haha | ha | hah | lol | hehe | heh | yay | sorry"
        " | alas | alright | yes | yep | yeah | yup | sure | card | cards | answer | move | choice | reply | turn"
        " | just | simply | again | and | plus | cheers | regards | definitely | certainly | naturally | obviously"
        " | period | pal | mate | final | three | first | second | third | last | number | round | down | out | away"
        " | over | up | also | ready | done | voila | let | let's | lets | try | decided | of course | full stop"
        " | for me | for you | for now | on the table | this time | in that case | it is | here you go | here we go"
        " | here it is | there you go | take that | take this | going to | like to | want to | have to | need to"
        " | gonna | got to | must | shall | all right | good luck | have fun | no problem | no worries | best wishes"
        " | thank you | could you | would you | can you | will you | i'd like | i would like | i'd love | to be"
        " | as usual | as always | once more | in a hurry | from me | to pass | to play | at last | at once"
        " | over to you | to this trick | for this trick | in this trick | on this trick | there | sigh | sighs"
        " | greetings | from | here on | lots of | love | kisses | xx | xxx | xo | same here | anyway | anyhow"
        " | finally | gladly | unfortunately | luckily | sadly | regrettably | happily | thankfully | side"
        " | good night | nighty night"
    ),
    acts=entries(
        "decided on | decided to | have decided on | have decided to | have decided to play | opt for | opting for"
        " | settle for | play | plays | playing | pass | passing | lead | leading | throw | throwing | go | going"
        " | go with | going with | choose | choosing | pick | picking | take | taking | use | using | give | giving"
        " | put | putting | lay | laying | drop | dropping | dump | dumping | discard | discarding | place | send"
        " | sending | offer | select | comes | goes | come | charge | expose | ditch | slough | toss | away with | be"
        " | i'll have | i will have | go for | going for | follow | following | follow with | following with"
        " | follow suit | following suit | part with | parting with | get rid of | getting rid of | sacrifice"
        " | sacrificing | unload | time for | out with | i'll do | i will do | ill do | let me do | we'll do"
        " | going to do | gonna do | doing | i do"
    ),
    persons=entries("we'll | we will | we're | we are | i | i am | i'll | i'd | i'm | im | ill | we | i will"),
    asides=entries(
        "let's see | let's see what happens | let's see who takes it | see what happens | let us see | we'll see"
        " | don't forget | do not forget | can't believe | cannot believe | could not believe | couldn't believe"
        " | until now | till now | not much news | no news | not forgetting | you're welcome | you are welcome"
        " | welcome back | till next time | until next time | until then | till then | till sunday | until sunday"
        " | till soon | can't wait | cannot wait | can not wait | sorry for the wait | thanks for waiting | no hurry"
        " | no rush | no problem | no worries | no need to hurry | don't worry | do not worry | not bad | why not"
        " | no wonder | no idea how | sorry for not answering | sorry for not writing | not too late | no offence"
        " | no offense | no hard feelings | no more excuses | never mind the delay | don't hate me | don't be mad"
        " | don't be cross | not sorry | do not hate me | couldn't resist | could not resist | can't resist"
        " | can't complain | cannot complain | not my day | not my week | no mercy | no regrets | no comment"
        " | don't laugh | last but not least | whether you like it or not | like it or not | nothing but"
        " | wait and see | you wait | just you wait | no luck | not again | if i may | if you please"
        " | sooner or later | but anyway | more or less | or whatever | better late than never | well played"
        " | nicely played | what a | what fun | hold on tight | if you don't mind | not long now | couldn't answer"
        " | could not answer | couldn't write | could not write | didn't see | did not see | wasn't at home"
        " | was not at home | wasn't well | was not well | no internet | no time until now | haven't had time"
        " | had no time | not feeling well | nothing personal | no fun | no sleep | no choice | no other choice"
        " | no alternative | nothing better | nothing else | better than | have no choice | had no choice"
        " | in advance | nothing better than | what else | only one possible | only possible | the only one"
        " | the only possible one"
    ),
    wishes=entries(
        "happy | merry | enjoy | have a | congratulations | congrats | get well | welcome back | see you | cu"
        " | catch you | talk to you | speak soon | hope you | hope everyone | hope all | have a nice | have a good"
        " | have a great | have a lovely | sleep well | safe travels | many happy returns | good evening | good day"
        " | happy birthday | happy new year | merry christmas | best of luck | all the best"
    ),
    takebacks=entries(
        "wait | waits | hang on | hold on | hold it | stop | scratch | cancel | canceled | cancelled | undo | oops"
        " | ooops | whoops | ups | wrong | i mean | i meant | meant | instead | on second thought"
        " | on second thoughts | second thought | second thoughts | never mind | nevermind | changed my mind"
        " | change my mind | changing my mind | actually | forget it | forget that | forget what | forget my | ignore"
        " | disregard | mistake | mistaken | typo | another game | other game | different game | correction"
        " | correct that | rather | revoke | take it back | take that back | take back | withdraw | retract | my bad"
        " | strike that | rethink | reconsider | let me think | want to think | need to think | have to think"
        " | think again | think it over | make that | make it | just kidding | kidding | joking | a joke"
        " | should have been | should be | by accident | belay | misread | miscounted | swap | replace | only testing"
        " | a test | for the other | hold that | pause | recall | better not | changed | different card | delete"
        " | joke | jokes"
    ),
    denials=entries(
        "no | not | never | nope | nah | nay | don't | dont | don´t | do not | won't | wont | can't | cant | cannot"
        " | couldn't | wouldn't | shouldn't | mustn't | isn't | isnt | wasn't | ain't | aint | didn't | didnt"
        " | haven't | hasn't | hadn't | doesn't | without | except | neither | nor | none | anything but | avoid"
        " | keep | keeping | nothing"
    ),
    doubts=entries(
        "maybe | perhaps | possibly | probably | guess | suppose | should | might | may | not sure | unsure | wonder"
        " | wondering | thinking | thinking about | i think | could | would | hesitate | tempted | hint | suggest"
        " | advice | advise | which | what | whether | any | either | think | if i | whatever | considering"
        " | consider | torn | dunno | eventually"
    ),
    conditions=entries("if | unless | when | whenever | only | but | or | until | till | once | provided | otherwise"),
    tales=entries(
        "welcome | played | led | took | said | says | wrote | writes | told | tells | asked | had | hold | holds"
        " | held | holding | has | have | got | passed | threw | dumped | led with | he | she | they | his | her"
        " | their | did | does | won | lost | won't | believes | thinks | hopes | wants | who | saw | seen | gone"
        " | still out | missing | quote | quotes | quoting"
    ),
    past=entries(
        "was | were | last | yesterday | ago | had | did | played | week | month | year | next | earlier | previous"
        " | before | brilliant | been | took | got | passed | gave | lovely | hurt | fell | remember"
    ),
    greetings=entries(
        "hi | hello | hey | dear | good morning | good evening | good afternoon | greetings | howdy | morning"
    ),
    farewells=entries(
        "best | best wishes | best regards | regards | kind regards | warm regards | all the best | cheers | yours"
        " | yours sincerely | sincerely | love | bye | see you | take care | thanks | thank you | many thanks | thx"
        " | with best wishes | greetings | ciao | yours truly | so long"
    ),
    apologies=entries("sorry | apologies | my apologies | excuse | pardon"),
    later=entries(
        "later | tomorrow | tonight | soon | this evening | this afternoon | after work | weekend | on monday"
        " | on tuesday | on wednesday | on thursday | on friday | on saturday | on sunday | think about it"
        " | get back to you | in a minute | when i"
    ),
    yes=entries(
        "yea | okey dokey | okie dokie | okie | oki | let's do this | invitation accepted | i have time | it was"
        " | i was | i'll be there | i will be there | count on me | i'm up for it | up for it | happy to play"
        " | glad to play | sign me in | put me down | you can count on me | i am happy to join | i'm happy to join"
        " | yes it was | yes | yep | yeah | yup | ya | yes please | ok | okay | sure | sure thing | certainly"
        " | absolutely | definitely | accept | accepted | i accept | agree | agreed | i agree | of course | i'm in"
        " | im in | i am in | count me in | in | with pleasure | gladly | why not | sounds good | sounds great"
        " | sounds fun | let's go | lets go | let's play | let's do it | go ahead | please do | do it | do that"
        " | do so | correct | right | that's right | that is right | exactly | precisely | confirm | confirmed"
        " | i confirm | it was me | it was i | that was me | it's me | that's me | it is me | indeed"
        " | that's what i meant | that is what i meant | what i meant | i meant that | i did | yes i did | i do"
        " | i will | i will play | i'll play | i would | i'd love to | i would love to | love to | i'd love to join"
        " | i'd love to play | i'd like to | happy to | glad to | i'd be glad to | i'd be happy to | i'm happy to"
        " | join | i'll join | i will join | play | me too | great | perfect | fine | fine by me | fine with me"
        " | good idea | great idea | it's mine | it is mine | that's mine | that is mine | mine | true | affirmative"
        " | all right | alright | aye | yessir | by all means | go for it | deal me in | sign me up | game on"
        " | i'm game | approved | approve | sent by me | i wrote it | i wrote that | i wrote this | i sent it"
        " | i sent that | that was mine | it was mine | as you say | you got it | spot on | go on | good | genuine"
        " | i'm on | bring it on | that one | do please | ok do it | i'd be delighted | delighted | i'd enjoy that"
        " | would love to | of course i do | i want to play | i want to | that's it | that is it | yes that's it"
        " | that'd be lovely | that would be lovely | that would be great | that would be nice | would be lovely"
        " | would be great | very happy to | very happy to join | happy to join | glad to join | it is from me"
        " | it was from me | it's from me | i'd be happy to join | i'd be glad to join | would love to join | y"
        " | for sure | si | that was what i meant | this was me | this is me | this is from me | this was from me"
    ),
    no=entries(
        "i did not send this | i didn't send this | i never wrote to you | i don't have the time | it wasn't"
        " | it was not | i wasn't | i don't play | i do not play | but no | i have no time for this"
        " | no time for this | not by me | i'm busy | i am busy | some other day | not really | do not want"
        " | don't want | no interest | no | nope | nah | no thanks | no thank you | not me | decline | declined"
        " | i decline | refuse | i refuse | no way | i'd rather not | rather not | i would rather not | not now"
        " | not today | no time | not this time | another time | some other time | maybe another time"
        " | not interested | i'm not interested | i can't | i cannot | can't | cannot | i don't want to"
        " | i don't want to play | i do not want to | leave me out | count me out | i'm out | i am out"
        " | no it wasn't me | it wasn't me | it was not me | that was not me | that wasn't me | wasn't me"
        " | was not me | i did not write that | i didn't write that | i did not write it | i didn't write it"
        " | i did not write this | i didn't write this | i did not send that | i did not send it | i didn't send it"
        " | i didn't send that | i did not | i didn't | not mine | that's not mine | it's not mine | that is not mine"
        " | it is not mine | somebody else | someone else | wrong | incorrect | negative | never | please don't"
        " | don't | do not | don't do it | do not do it | i have no time | i must decline | i have to decline"
        " | i'll pass | i'll pass this time | sorry | unfortunately not | i'm afraid not | afraid not | can't make it"
        " | i can't play | i cannot play | not from me | it's not from me | forged | fake | thanks but no thanks"
        " | but no thanks | but i'd rather not | please no | no please | i don't have time | i do not have time"
        " | don't have time | too busy | i'm too busy | i am too busy | have to say no | i never wrote that"
        " | i never wrote this | i never wrote it | i never sent that | i never sent it | wasn't from me"
        " | it wasn't from me | i don't play cards | not for me | i'd prefer not to | n | i can't join"
        " | i cannot join | i won't play | i will not play | won't play | definitely not me | i didn't send anything"
        " | i did not send anything | i sent nothing | i wrote nothing | that's not it | that is not it | not that one"
        " | that's not what i meant | that is not what i meant | not what i meant"
    ),
    leaves=entries(
        "quit | i quit | i give up | give up | giving up | i'm giving up | leave the game | leave this game"
        " | leave the table | quit the game | quit this game | i quit this game | i want out | i'm out | i am out"
        " | end the game | abandon | i resign | resign | concede | i concede | i surrender | surrender | stop playing"
        " | don't want to play | do not want to play | no longer want to play | drop out | dropping out | take me out"
        " | i'm leaving | i am leaving | i'm done | let me out | get me out | i withdraw | leave game | exit"
        " | i forfeit | forfeit | retire | i'm retiring | i have had enough | had enough | i've had enough"
        " | can't go on | cannot go on | can't continue | cannot continue"
    ),
    stops=entries(
        "unsubscribe | stop sending | stop mailing | stop writing | stop the mails | stop these mails | stop emailing"
        " | no more mail | no more mails | no more emails | no more e-mails | remove me | take me off"
        " | leave me alone | stop these emails | don't write to me | do not write to me | don't mail me"
        " | do not mail me | off your list | off this list | delete my address | do not contact | don't contact"
        " | stop contacting | stop spamming | don't send me | do not send me | spam | spamming | opt out | opting out"
        " | remove my address | remove my email | leave me in peace | never signed up | stop it | stop this"
    ),
    mails=entries(
        "mail | mails | email | emails | e-mail | e-mails | messages | letters | newsletter | mailing list | mailings"
    ),
    enough=entries(
        "no more | no longer | stop | stopping | enough | too many | remove | delete | off | quit | cease | never again"
        " | mail me again | write to me again"
    ),
    wants=entries("want | wish | need | would like"),
)
