import type { OfficePrograms } from './office-programs.fixture.js';

/** What the documents say, in Markdown of pandoc. */
const GUIDE = `---
title: Harbour guide
author: Ada Keeper
---

# Tides

The moon pulls the sea around the world.

## High water

Ships enter two hours before high water.

| Port  | Depth | Open |
|-------|-------|------|
| Kiel  | 12 m  | yes  |
| Emden | 7 m   | no   |

\`\`\`python
def depth(port):
    return PORTS[port]
\`\`\`

- first item
- second item

Text with a footnote.[^1]

[^1]: The footnote says more.

# Lights

A green light leads in. See [the chart](https://sea.example/chart).

::: notes
Say hello to the pilot.
:::
`;

const SHEET = 'Port,Depth,Built\nKiel,12.5,1895-06-21\n"Emden | Ems",7,1901-01-02\n';

const PAGES = `<html><head><title>Log book</title></head><body>
<p>First page tells of the lighthouse.</p><p style="page-break-before: always">Second page tells of the foghorn.</p>
<p style="page-break-before: always">Third page tells of the pilot.</p></body></html>`;

const TEXTS_AND_MAIL = String.raw`
import mailbox
from email.message import EmailMessage
text = {
  'shift_jis': '検索は一つの質問に答える。港の灯台は夜に光る。船は満潮の二時間前に入る。',
  'euc_jp': '検索は一つの質問に答える。港の灯台は夜に光る。船は満潮の二時間前に入る。',
  'gb18030': '搜索回答一个问题。港口的灯塔在夜里发光。船在高潮前两小时进港。',
  'big5': '搜尋回答一個問題。港口的燈塔在夜裡發光。船在高潮前兩小時進港。',
  'euc_kr': '검색은 하나의 질문에 답한다. 항구의 등대는 밤에 빛난다. 배는 만조 두 시간 전에 들어온다.',
  'cp1251': 'Поиск отвечает на один вопрос. Маяк в гавани светит ночью. Корабли входят за два часа до прилива.',
  'koi8_r': 'Поиск отвечает на один вопрос. Маяк в гавани светит ночью. Корабли входят за два часа до прилива.',
  'latin_1': 'Der Hafen ist größer, als er früher war: das Feuer führt hinein.',
  'cp1252': 'Der Hafen kostet 5 € – „größer“ als früher…',
  'utf_16_le': 'Der Hafen ist größer. 港の灯台は夜に光る。',
  'utf_16_be': 'Der Hafen ist größer. 港の灯台は夜に光る。',
  'utf_16': 'Der Hafen ist größer. 港の灯台は夜に光る。',
}
for name, value in text.items():
  open(name + '.txt', 'wb').write(value.encode(name))
mail = EmailMessage()
mail['From'] = 'Jörg Lotse <lotse@sea.example>'
mail['To'] = 'Ada <ada@sea.example>, Bo <bo@sea.example>'
mail['Subject'] = 'Feuer über dem Hafen – heute'
mail['Date'] = 'Sat, 31 Jan 2026 12:00:00 +0100'
mail.set_content('The green light is out.\n\nFrom the tower.\n')
mail.add_alternative('<html><body><p>The <b>green</b> light is out.</p></body></html>', subtype='html')
mail.add_attachment(b'%PDF-1.4 nothing' * 200, maintype='application', subtype='pdf', filename='Karte größer.pdf')
open('mail.eml', 'wb').write(mail.as_bytes())
page = EmailMessage()
page['From'] = 'news@sea.example'
page['Subject'] = 'News'
page.set_content('<html><body><h2>Ports</h2><ul><li>Kiel</li></ul></body></html>', subtype='html')
box = mailbox.mbox('box.mbox')
box.add(mail)
box.add(page)
box.close()
`;

const ENCRYPTED_PDF = `pdf:writer_pdf_Export:${JSON.stringify({
  EncryptFile: { type: 'boolean', value: 'true' },
  DocumentOpenPassword: { type: 'string', value: 'secret' },
})}`;

/** Makes every sample; each program runs as seldom as it can. */
export async function makeSamples(programs: OfficePrograms): Promise<void> {
  await programs.write('guide.md', GUIDE);
  await programs.write('sheet.csv', SHEET);
  await programs.write('pages.html', PAGES);
  await Promise.all([
    programs.pandoc('guide.md', ['guide.docx', 'guide.epub', 'guide.html', 'guide.odt', 'guide.pptx', 'guide.ipynb']),
    programs.python(TEXTS_AND_MAIL),
  ]);
  await programs.office('xlsx', ['sheet.csv']);
  await programs.office('ods', ['sheet.csv']);
  await programs.office('odp', ['guide.pptx']);
  await programs.office('pdf:writer_web_pdf_Export', ['pages.html']);
  await programs.office(ENCRYPTED_PDF, ['guide.odt'], 'encrypted');
}
