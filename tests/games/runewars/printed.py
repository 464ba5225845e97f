"""Numbers printed on the cards and command tools of Runewars, written down apart from the data."""

from __future__ import annotations

from typing import Final

CARDS: Final = {
    # unit: defense and wounds of a figure | formations with their cost | attacks with their dice
    "spearmen": "1 1 | 2x1:18 2x2:30 3x2:40 3x3:59 | melee red blue",
    "oathsworn-cavalry": "2 1 | 2x1:20 2x2:34 2x3:46 3x3:68 | melee red red blue",
    "rune-golems": "4 2 | 1x1:17 2x1:28 2x2:50 3x2:74 | melee red red",
    "heavy-crossbowmen": "1 1 | 2x1:19 3x1:27 3x2:48 | melee blue, ranged red blue",
    "outland-scouts": "1 1 | 2x1:21 2x2:32 3x2:43 | melee blue blue",
    "kari-wraithstalker": "3 4 | 1x1:32 | melee white blue, ranged white blue",
    "lord-hawthorne": "3 4 | 1x1:34 | melee white red",
    "baron-zachareth": "3 4 | 1x1:38 | melee white red, ranged red",
    "reanimates": "1 1 | 2x1:16 2x2:26 3x2:35 3x3:50 4x3:64 | melee red red",
    "reanimate-archers": "1 1 | 2x1:18 2x2:32 3x2:45 | melee red, ranged red blue",
    "carrion-lancers": "3 3 | 1x1:15 2x1:27 2x2:46 3x2:68 | melee red blue blue",
    "ardus-ixerebus": "3 4 | 1x1:37 | melee white white",
    "ankaur-maro": "2 5 | 1x1:40 | melee white, ranged white:unstable",
    "death-knights": "3 1 | 2x1:24 2x2:42 2x3:55 | melee red red blue",
    "wraiths": "1 2 | 2x1:17 3x1:24 2x2:30 | melee red blue",
    "lord-vorunthul": "3 4 | 1x1:40 | melee white red blue",
    "vorunthul-the-cursed": "3 4 | 1x1:40 | melee white red",
    "deepwood-archers": "1 1 | 2x1:17 2x2:30 2x2:30 3x2:42 | melee blue, ranged blue blue",
    "darnati-warriors": "1 1 | 2x1:19 2x2:31 3x2:43 3x3:60 | melee blue blue blue",
    "leonx-riders": "2 1 | 2x1:18 1x3:24 2x2:30 2x3:40 | melee red blue blue",
    "aymhelin-scions": "1+stable 3 | 1x1:14 2x1:25 2x2:42 3x2:62 | melee red blue blue, ranged red blue",
    "ventala-skirmishers": "1 2 | 2x1:18 1x3:24 2x2:30 2x3:40 | melee red blue, ranged red",
    "aliana-of-summersong": "3 3 | 1x1:33 | melee white red blue",
    "maegan-cyndewin": "2 4 | 1x1:36 | melee white red red blue, ranged white blue",
    "prince-faolan": "3 4 | 1x1:36 | melee white blue",
    "berserkers": "1 1 | 2x1:16 2x2:27 3x2:37 3x3:50 | melee red blue",
    "flesh-rippers": "1 3 | 2x1:22 2x2:38 3x2:63 3x3:75 | melee red blue blue",
    "spined-threshers": "2 5 | 1x1:18 2x1:28 2x2:48 3x2:72 | melee red red",
    "obscenes": "2 4 | 1x1:17 2x1:27 2x2:47 2x3:70 | melee red red blue",
    "viper-legion-archers": "1 1 | 2x1:18 2x2:33 3x2:46 | melee red, ranged blue blue",
    "ravos-the-everhungry": "2 7 | 1x1:40 | melee white red blue",
    "kethra-alaak": "3 3 | 1x1:34 | melee white white",
    "thuk-tar-and-gorgemaw": "3 5 | 1x1:42 | melee white red",
    "beastmaster-thuk-tar": "2 5 | 1x1:36 | melee white red",
}
ACTIONS: Final = {
    # unit: sectors of the action dial, as action:speed@initiative
    "spearmen": "march:2@4 march:3@5 rally@3 reform@4 shift:1@6 melee-attack@7 melee-attack@3 march:4@8",
    "oathsworn-cavalry": "march:1@3 march:2@4 march:3@5 march:4@7 rally@3 reform@8 melee-attack@7 melee-attack@3",
    "rune-golems": "march:unstable@4 march:2@8 shift:1@7 skill@3 melee-attack@5 blank blank blank",
    "heavy-crossbowmen": "march:1@5 march:2@6 reform@3 rally@4 shift:1@6 melee-attack@4 ranged-attack@5 blank",
    "outland-scouts": "march:1@3 march:2@4 march:3@6 shift:2@6 rally@7 melee-attack@4 blank blank",
    "kari-wraithstalker": "march:2@3 march:3@4 reform@2 skill@2 ranged-attack@2 shift:1@5 melee-attack@4 blank",
    "lord-hawthorne": "march:2@3 march:3@4 march:4@6 reform@2 shift:1@5 melee-attack@6 skill@2 melee-attack@2",
    "baron-zachareth": "march:1@2 march:2@3 rally@4 shift:1@5 march:3@7 ranged-attack@5 march:2@7 melee-attack@4",
    "reanimates": "march:2@5 march:3@6 rally@4 reform@5 shift:1@7 melee-attack@4 blank blank",
    "reanimate-archers": "march:2@6 march:3@7 reform@2 shift:1@6 shift:2@7 ranged-attack@5 melee-attack@9 blank",
    "carrion-lancers": "march:2@4 march:3@5 march:4@7 reform@3 shift:1@6 melee-attack@5 rally@3 skill@6",
    "ardus-ixerebus": "march:2@4 march:3@5 reform@3 shift:1@5 melee-attack@3 skill@2 blank blank",
    "ankaur-maro": "march:2@5 march:3@6 march:4@7 reform@3 shift:1@6 melee-attack@4 ranged-attack@6 skill@8",
    "death-knights": "march:1@3 march:2@5 march:3@7 march:2@9 reform@4 shift:1@6 rally@7 melee-attack@4",
    "wraiths": "march:1@3 march:2@4 march:3@6 march:4@7 shift:2@6 reform@4 melee-attack@6 melee-attack@4",
    "lord-vorunthul": "march:1@3 rally@4 march:2@6 march:3@7 melee-attack@3 shift:1@6 march:4@7 melee-attack@5",
    "deepwood-archers": "march:1@3 march:2@5 shift:1@6 rally@6 march:2@7 shift:1@8 ranged-attack@5 melee-attack@9",
    "darnati-warriors": "march:1@3 march:2@4 rally@5 shift:1@6 march:2@5 march:3@6 melee-attack@4 blank",
    "leonx-riders": "march:1@3 march:2@4 shift:1@6 march:4@7 rally@8 melee-attack@4 skill@3 blank",
    "aymhelin-scions": "march:natural@3 march:2@4 march:3@5 skill@3 ranged-attack@6 melee-attack@5 rally@3 shift:1@6",
    "aliana-of-summersong": "rally@2 march:2@3 march:3@4 shift:2@6 march:4@7 melee-attack@3 skill@2 blank",
    "maegan-cyndewin": "march:2@3 march:3@4 reform@4 shift:1@6 march:4@7 melee-attack@4 ranged-attack@4 blank",
    "berserkers": "march:1@3 march:2@4 march:3@6 reform@3 shift:1@7 melee-attack@4 blank blank",
    "flesh-rippers": "march:1@3 march:unstable@5 march:3@7 rally@4 shift:1@6 melee-attack@4 blank blank",
    "spined-threshers": "march:1@3 march:2@4 march:3@5 rally@3 reform@5 shift:1@7 melee-attack@4 blank",
    "ravos-the-everhungry": (
        "march:1@3 march:unstable@4 march:3@6 march:4@8 rally@2 shift:2@7 melee-attack@3 melee-attack@6"
    ),
    "kethra-alaak": "march:1@2 rally@3 march:2@4 march:3@5 shift:1@6 march:4@7 shift:2@8 melee-attack@3",
}
MODIFIERS: Final = {
    # unit: sectors of the modifier dial, as modifier:change of speed, or defend:number
    "spearmen": "turn:-1 wheel:-2 charge:0 turning-charge:-1 defend:1 defend:1 enhancement bonus-action",
    "oathsworn-cavalry": "turn:-1 charge:0 turning-charge:-1 bonus-action bonus-action enhancement defend:1 blank",
    "rune-golems": "charge:0 defend:stable bonus-action bonus-action blank blank blank blank",
    "heavy-crossbowmen": "turn:0 wheel:-1 charge:0 enhancement enhancement bonus-action bonus-action blank",
    "outland-scouts": "turn:0 charge:0 turning-charge:-1 bonus-action enhancement bonus-action bonus-action blank",
    "kari-wraithstalker": "turn:0 wheel:-1 charge:0 turning-charge:-1 defend:1 enhancement enhancement bonus-action",
    "lord-hawthorne": "turn:-1 charge:0 turning-charge:-1 bonus-action enhancement bonus-action defend:1 blank",
    "baron-zachareth": "turn:0 charge:0 defend:1 bonus-action bonus-action bonus-action bonus-action enhancement",
    "reanimates": "turn:-1 wheel:-2 charge:-1 turning-charge:-1 defend:1 enhancement blank bonus-action",
    "reanimate-archers": "turn:-1 wheel:-1 bonus-action enhancement bonus-action blank blank blank",
    "carrion-lancers": "turn:-1 charge:0 turning-charge:-1 defend:1 enhancement enhancement defend:1 bonus-action",
    "ardus-ixerebus": "turn:0 wheel:-1 charge:0 turning-charge:-1 enhancement enhancement defend:1 bonus-action",
    "ankaur-maro": "turn:-1 charge:0 bonus-action enhancement enhancement enhancement bonus-action blank",
    "death-knights": "turn:-1 charge:1 turning-charge:0 bonus-action bonus-action enhancement bonus-action blank",
    "wraiths": "turn:0 wheel:-1 charge:0 turning-charge:-1 bonus-action enhancement bonus-action bonus-action",
    "lord-vorunthul": "bonus-action turn:0 charge:0 turning-charge:-1 wheel:-1 bonus-action bonus-action enhancement",
    "deepwood-archers": "turn:0 bonus-action bonus-action enhancement bonus-action blank blank blank",
    "darnati-warriors": "charge:0 turning-charge:0 defend:1 turn:0 bonus-action enhancement bonus-action bonus-action",
    "leonx-riders": "turn:0 charge:1 turning-charge:0 bonus-action bonus-action enhancement bonus-action blank",
    "aymhelin-scions": "turn:-1 charge:0 turning-charge:-1 bonus-action enhancement defend:1 blank blank",
    "aliana-of-summersong": (
        "defend:1 bonus-action enhancement turn:-1 wheel:-1 charge:0 turning-charge:-1 bonus-action"
    ),
    "maegan-cyndewin": "turn:-1 wheel:-1 charge:0 turning-charge:-1 defend:1 enhancement bonus-action bonus-action",
    "berserkers": "charge:0 turn:0 bonus-action enhancement bonus-action bonus-action blank blank",
    "flesh-rippers": "turn:-1 charge:0 bonus-action bonus-action bonus-action enhancement blank blank",
    "spined-threshers": "turn:-1 charge:0 turning-charge:-1 enhancement bonus-action bonus-action blank blank",
    "ravos-the-everhungry": (
        "charge:0 turning-charge:0 wheel:-1 bonus-action defend:1 enhancement enhancement bonus-action"
    ),
    "kethra-alaak": "turn:0 charge:0 turning-charge:-1 defend:1 enhancement enhancement bonus-action bonus-action",
}
SURGES: Final = {
    # unit: surges that its abilities need
    "spearmen": "2",
    "oathsworn-cavalry": "2",
    "heavy-crossbowmen": "2",
    "outland-scouts": "2",
    "kari-wraithstalker": "1+",
    "lord-hawthorne": "2",
    "reanimate-archers": "2",
    "carrion-lancers": "1",
    "ankaur-maro": "2",
    "lord-vorunthul": "2",
    "vorunthul-the-cursed": "1",
    "deepwood-archers": "2",
    "darnati-warriors": "1",
    "leonx-riders": "2 2",
    "aymhelin-scions": "2",
    "aliana-of-summersong": "1",
    "maegan-cyndewin": "1+",
    "flesh-rippers": "1+",
    "viper-legion-archers": "2 2",
    "ravos-the-everhungry": "1",
    "kethra-alaak": "1",
}
_UPGRADES: Final = {
    # cost: upgrades
    1: ("ardus-fury wraith-step viper-trapmaster"),
    2: (
        "simultaneous-orders raven-tabards cursed-signets trumpets metered-march tactical-drummer marching-drummer "
        "ancient-technique faces-of-the-fallen bloodied-tatters marching-cornicen know-your-enemy coiled-stance "
        "hedge-shroud tactical-starling wildcalls-instinct arcane-mastery bolo-nets tactical-shrieker "
        "aim-of-the-serpent whirling-sinew"
    ),
    3: (
        "tempered-steel close-quarters-targeting bull-pennon triumphant-cry necromancer lingering-dead undying-hate "
        "blighted-vexillum-bearer raven-standard-bearer piercing-strike greenwatch-herald warsong-herald "
        "honor-markings verdant-sorceress vicious-roots ambush-predator martial-magic valor-of-the-fallen "
        "pathwalkers-amulet warsprinter blood-diviner ritual-venom insatiable-hunger lunging-terror devouring-maws "
        "scuttling-horror ynfernael-blood"
    ),
    4: (
        "master-crafted-weapons corruption-rune rank-discipline column-tactics reaping-blade fallen-hero "
        "unhallowed-wind entrancing-gaze deathmist-banners might-of-daqan nerekhall-training greyhaven-runelore "
        "artifact-bearer forged-in-battle rallying-cornicen eagle-banner-bearer hunters-guile lay-of-the-land "
        "rallying-starling herald-of-the-twisting-gale storm-sorceress support-aymhelin-scion bannerscamp rage-spine "
        "bloodrage-conduit serrated-spines support-spined-thresher rallying-shrieker cunning-strikes driven-fury "
        "thrashing-tail dead-sprint"
    ),
    5: (
        "shield-wall flank-guards moment-of-inspiration terrifying-heraldry heraldic-surcoats war-crier deathcaller "
        "captivating-hexer aggressive-drummer front-line-carrion-lancer regenerative-magic thirst-of-bilehall "
        "profane-banner-bearer obcasiums-gauntlet dimodian-blades sweeping-strikes lord-of-subterfuge "
        "aggressive-cornicen raven-pennon-bearer lion-standard-bearer flank-fire firstblade-of-lord-aenoth "
        "avenger-of-latariana warden-of-horn-and-branch fertile-soil etharyon-of-the-ailatar legendary-prowess "
        "fearmongers-whip dragonjaw-focus bloodfire-witch support-obscene aggressive-shrieker fear-incarnate "
        "bestial-ferocity tyrants-lash cruel-master crushing-jaws grasping-coils feeding-frenzy"
    ),
    6: (
        "wind-rune fortunas-dice shield-of-margath file-leader executioner mistlands-saboteur combat-ingenuity "
        "support-carrion-lancer violent-forces latari-training lance-corporal uncontrolled-geomancer "
        "greyhaven-channeler support-rune-golem dreamweaver-sorceress malcornes-bequest the-spirit-sword "
        "frontline-aymhelin-scion cacophony-reaver grotesque-slasher odious-appetite"
    ),
    7: (
        "fire-rune dispatch-runner visored-helms nerekhall-hexer front-line-rune-golem shard-of-the-shadow-rune "
        "blackthorn-assassin viscera-goblet mutilated-grotesque psychosis-siren frontline-spined-thresher "
        "front-line-obscene kingsbone-armor"
    ),
    8: ("vorunthul-cursed-infantry-upgrade the-duskblade citadel-weapons-master packleaders-spear bonecaster"),
    10: ("heartseeker the-dawnblade maegan-cyndewin-infantry-upgrade maegan-cyndewin-cavalry-upgrade"),
    12: ("aliana-of-summersong-cavalry-upgrade kethra-alaak-cavalry-upgrade kethra-alaak-infantry-upgrade"),
    13: ("ravos-siege-upgrade"),
    14: ("beastmaster-thuk-tar-cavalry-upgrade"),
    17: ("prince-faolan-infantry-upgrade prince-faolan-cavalry-upgrade"),
    18: ("kari-wraithstalker-infantry-upgrade"),
    19: ("thuk-tar-gorgemaw-siege-upgrade"),
    20: ("ankaur-maro-infantry-upgrade ankaur-maro-cavalry-upgrade"),
    21: ("baron-zachareth-infantry-upgrade baron-zachareth-cavalry-upgrade"),
    22: ("lord-hawthorne-cavalry-upgrade lord-hawthorne-infantry-upgrade"),
    23: ("ardus-ixerebus-infantry-upgrade"),
}
COSTS: Final = {id: cost for cost, ids in _UPGRADES.items() for id in ids.split()}
