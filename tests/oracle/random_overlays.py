"""Single parameters set over a profile, without combinations RULES says nothing about."""

from tests.oracle import params

AMOUNTS = [
    "chicken.flip_value", "bean.an", "bean.wan", "bean.dian", "gangkai", "base_add", "rob.extra", "hot.extra",
    "patterns.ping", "patterns.dadui", "patterns.qidui", "patterns.qingyise", "patterns.longqidui",
    "patterns.qinglongbei", "patterns.shuanglong", "patterns.dandiao", "patterns.qingdandiao",
    "patterns.qingshuanglong", "genzhang", "que.leftover", "que.original",
    "charge.1s.plain", "charge.1s.gold", "charge.8p.plain", "charge.8p.gold",
    "resp.1s.plain", "resp.1s.gold", "resp.8p.plain", "resp.8p.gold",
    "chicken.standing.1s.plain", "chicken.standing.1s.gold", "chicken.standing.8p.gold",
    "special.baoting.bonus", "special.tianhu.bonus", "special.dihu.bonus", "special.yingbao.bonus",
    "shabao.extra", "lianzhuang.first", "lianzhuang.step", "chicken_kong_an.plain", "chicken_kong_an.gold",
]  # fmt: skip
OTHERS = {
    "three_winners": ["normal", "reverse_hand", "reverse_all"],
    "guohu": ["none", "forbid", "baopai"],
    "dealer.two_winners": ["first_from_dealer", "first_from_discarder", "discarder"],
    "dealer.three_winners": ["discarder", "first_from_discarder"],
    "dealer.draw_mixed": ["stay", "nearest_ready", "next_seat"],
    "dealer.draw_one_unready": ["as_mixed", "unready"],
    "rob.triple": [True, False],
    "chajiao.lianzhuang": [True, False],
    "chajiao.discarded_standing": [True, False],
    "bean.late_no_pay": [True, False],
    "win.ping_discard_needs_pass": [True, False],
    "win.pass_exempt": [["hot"], ["rob"], ["hot", "rob"], ["own_baoting", "vs_baoting"], ["dihu"], []],
    "chicken.flip": ["next", "swing"],
    "resp.applies": ["first", "any"],
    "lianzhuang.dealer_pays": [True, False],
    "lianzhuang.ping_absorb": [0, 1],
    "special.baoting.replaces_ping": [True, False],
    "shabao.on_self_draw": [True, False],
    "reverse.resp": [True, False],
    "reverse.on": [True, False],
    "chicken_kong_an.flipped_too": [True, False],
    "selfdraw.ping_value": [2, None],
    "lianzhuang": [None, {"first": 1, "step": 2, "ping_absorb": 0, "dealer_pays": True}],
    "shabao": [None, {"extra": 4, "replaces_ping": False, "on_self_draw": True}],
}


def random_overlay(rng, profile, variants):
    """One to three changes, all of which the loader takes."""
    out = {}
    for _ in range(rng.choice([1, 1, 2, 3])):
        if rng.random() < 0.5:
            path, value = rng.choice(AMOUNTS), rng.choice([0, 1, 2, 7, 13])
        else:
            path = rng.choice(sorted(OTHERS))
            value = rng.choice(OTHERS[path])
        trial = out | {path: value}
        if fits(profile, variants, trial) and not unclear(params.load(profile, variants, trial), trial):
            out = trial
    return out


def fits(profile, variants, overlay):
    """A path can lead nowhere here (charge.8p), or a later change replace an earlier one's table."""
    roots = [path.split(".")[0] for path in overlay if path.split(".")[0] in ("lianzhuang", "shabao")]
    if len(set(roots)) != len(roots):
        return False
    try:
        params.load(profile, variants, overlay)
    except Exception:
        return False
    return True


def unclear(rules, overlay):
    """Combinations whose meaning RULES leaves open."""
    # Dealer money without a dealer; 反赔 of a 豆 and its all-in figure apart.
    money = rules["lianzhuang"] is not None or rules["genzhang"] is not None or rules["chajiao.lianzhuang"]
    if rules["dealer.mode"] == "none" and money:
        return True
    if rules["reverse.on"] and rules["chicken_kong_an"] is not None and rules["reverse.beans"] != "chicken":
        return True
    if rules["reverse.on"] and not (rules["hot.burn_chickens"] and rules["rob.burn_chickens"]):
        return True
    # A 平胡 that a special replaces, with 连庄 absorbed, with ×3, or floored to 清一色.
    special = rules["special"]["baoting"]
    if special and special["replaces_ping"]:
        absorbed = rules["lianzhuang"] and rules["lianzhuang"]["ping_absorb"]
        if absorbed or rules["selfdraw.bonus"]:
            return True
    if rules["rob.triple"] and (rules["rob.extra"] or (rules["shabao"] and rules["shabao"]["replaces_ping"])):
        return True
    # Values so turned that a 平胡 beats a bigger hand.
    values = rules["patterns"]
    if any(path.startswith("patterns") for path in overlay):
        plain = max(values["ping"], rules["selfdraw.ping_value"] or 0)
        return any(value is not None and value <= plain for name, value in values.items() if name != "ping")
    return rules["selfdraw.ping_value"] == 2 and min(values["dadui"], values["qidui"]) <= 2
