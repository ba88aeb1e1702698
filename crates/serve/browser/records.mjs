// A record with branches and comments, and how a scene opens one.

export const KIF = `手合割：平手
先手：山田
後手：佐藤
   1 ７六歩(77)
*角道を開ける手。
   2 ３四歩(33)
   3 ２六歩(27)
   4 ８四歩(83)
   5 ２五歩(26)
   6 ８五歩(84)
   7 ７八金(69)
   8 ３二金(41)
   9 ２四歩(25)
  10 同　歩(23)
  11 同　飛(28)
  12 ８六歩(85)
  13 同　歩(87)
  14 同　飛(82)
  15 ３四飛(24)
  16 ３三角(22)
  17 ３六飛(34)
  18 ２二銀(31)
  19 ９六歩(97)
  20 ８七飛成(86)
  21 同　金(78)
  22 投了

変化：16手
  16 ８八角成(22)
  17 同　銀(79)
  18 ２五角打

変化：4手
   4 ４四歩(43)
   5 ４八銀(39)
`;

export const current = (page) => page.locator('.moves [aria-current]').innerText();

export async function openRecord(page, text) {
  await page.click('#open');
  await page.fill('dialog textarea', text);
  await page.click('#open-go');
  await page.waitForSelector('dialog', { state: 'detached' });
}
