"""The words of the page that learns a table's own tiles."""

from __future__ import annotations

from scoring.wording import Both

OWN_SET_TEXTS: dict[str, Both] = {
    "set.title": ("认这副牌", "Learn these tiles"),
    "set.lead": (
        "每副牌的花样不一样。拍一两张，往后这桌的照片就按这副牌来认。",
        "Every set is drawn differently. With a photo or two, this table's photos are read as this very set.",
    ),
    "set.how": (
        "照这样摆：一色一行，一到九，拍正。",
        "Lay them like this: a suit a row, one to nine, photo upright.",
    ),
    "set.more": (
        "换个位置、换个光再拍一张更准。手牌的照片也行，名字对就好。",
        "A second photo, elsewhere or in other light, helps. A photo of a hand does too, once its names are right.",
    ),
    "set.hands": ("用这一场拍过、改过的牌来学", "Learn from this night's photos, as they were mended"),
    "set.camera": ("拍照", "Take photo"),
    "set.album": ("相册", "Album"),
    "set.photos": ("教过的照片", "Photos it learned from"),
    "set.pictures": ("它记住的样子", "What it remembers"),
    "set.private": (
        "只存每张牌的小图，不存整张照片；删掉就没了。",
        "Only a small picture of each tile is kept, not the photo; deleted means gone.",
    ),
    "set.use": ("认牌时用这副牌", "Read with this set"),
    "set.forget": ("删掉这副牌", "Forget this set"),
    "set.back": ("回去", "Back"),
    "js.night.set.check": (
        "名字对吗？点错的改。排成三行九张的，已经按顺序填好。",
        "Are the names right? Tap a wrong one. Three rows of nine are named by their order.",
    ),
    "js.night.set.rows": (
        "这三行看着是{seen}，不是{asked}。哪个对？",
        "These rows look like {seen}, not {asked}. Which is it?",
    ),
    "js.night.set.rows.take": ("从上到下：{rows}", "Top to bottom: {rows}"),
    "js.night.set.rows.read": ("都不是，用认出来的名字", "Neither: keep the names as they were read"),
    "js.night.set.rows.back": ("{rows}（从右往左数）", "{rows} (counted from right to left)"),
    "js.night.set.suit.m": ("万", "characters"),
    "js.night.set.suit.p": ("筒", "dots"),
    "js.night.set.suit.s": ("条", "bamboos"),
    "js.night.set.honours": (
        "认成字牌、花牌的也标黄了：真是就留着，也会记住，免得别的牌认成它；不是的点一下改。",
        "Those read as honours or flowers are framed amber: leave real ones, they are learned too, so that no suit tile "
        "is taken for one; tap the others and name them.",
    ),
    "js.night.set.elsewhere": (
        "别的手机刚改过这副牌，这里换成新的了。",
        "Another phone changed this set; this is how it stands now.",
    ),
    "js.night.set.gone": ("别的手机把这副牌忘掉了。", "Another phone forgot this set."),
    "js.night.set.closed": (
        "这一场收了，不再教。教过的还能看、能删。",
        "This night has ended, so nothing more is learned. What was learned can still be seen and deleted.",
    ),
    "js.night.set.found": ("看到 {n} 张", "{n} {n:tile|tiles} seen"),
    "js.night.set.none": ("没看到牌，靠近一点再拍。", "No tiles seen; get closer and try again."),
    "js.night.set.keep": ("都对，记住", "All right, remember"),
    "js.night.set.drop": ("不要这张照片", "Leave this photo"),
    "js.night.set.kept": ("记住了 {n} 张牌", "{n} {n:tile|tiles} remembered"),
    "js.night.set.reading": ("正在认牌…", "Reading…"),
    "js.night.set.learning": ("正在学…", "Learning…"),
    "js.night.set.photo": ("第 {n} 张照片：{tiles} 张牌", "Photo {n}: {tiles} {tiles:tile|tiles}"),
    "js.night.set.effect": (
        "不教认对 {before} 张，用别的照片教过认对 {after} 张",
        "{before} right untaught, {after} right once taught by the other photos",
    ),
    "js.night.set.first": (
        "不教认对 {before} 张；再拍一张就看得出教了有没有用",
        "{before} right untaught; one more photo shows whether teaching helps",
    ),
    "js.night.set.missing": ("还没见过：{tiles}", "Not seen yet: {tiles}"),
    "js.night.set.all": ("27 种都见过了。", "All 27 faces seen."),
    "js.night.set.delete": ("删掉", "Delete"),
    "js.night.set.deleted": ("删掉了", "Deleted"),
    "js.night.set.forgotten": ("这副牌忘掉了", "The set is forgotten"),
    "js.night.set.sure": ("再点一次就删", "Tap again to delete"),
    "js.night.set.cant": (
        "这台电脑上的模型不会学牌，照常认就是。",
        "The model on this computer can't learn sets; photos are read as usual.",
    ),
    "js.night.set.pick": ("这张是什么？", "Which tile is it?"),
    "js.night.set.not_a_tile": ("不是牌，去掉", "No tile: leave it out"),
    "js.night.set.readonly": (
        "只能看。扫这桌的二维码才能教。",
        "You may only look. Scan this table's QR code to teach.",
    ),
}
