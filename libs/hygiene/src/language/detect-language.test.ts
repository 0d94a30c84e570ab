import { expect, it } from 'vitest';
import { detectLanguage } from './detect-language.js';

it.each([
  ['en', 'The meeting is moved to Thursday because the room was taken by the board.'],
  ['de', 'Die Besprechung ist auf Donnerstag verschoben, weil der Raum vom Vorstand belegt war.'],
  ['fr', 'La réunion est reportée à jeudi parce que la salle était prise par le conseil.'],
  ['es', 'La reunión se ha trasladado al jueves porque la sala estaba ocupada por el consejo.'],
  ['it', 'La riunione è stata spostata a giovedì perché la sala era occupata dal consiglio.'],
  ['pt', 'A reunião foi adiada para quinta-feira porque a sala estava ocupada pela direção.'],
  ['nl', 'De vergadering is verplaatst naar donderdag omdat de zaal bezet was door het bestuur.'],
  ['sv', 'Mötet är flyttat till torsdag eftersom rummet var upptaget av styrelsen.'],
  ['da', 'Mødet er flyttet til torsdag, fordi lokalet var optaget af bestyrelsen.'],
  ['fi', 'Kokous siirrettiin torstaille, koska huone oli hallituksen käytössä.'],
  ['pl', 'Spotkanie zostało przeniesione na czwartek, ponieważ sala była zajęta przez zarząd.'],
  ['cs', 'Schůzka je přesunuta na čtvrtek, protože místnost byla obsazena představenstvem.'],
  ['hu', 'A megbeszélést csütörtökre halasztották, mert a termet az igazgatóság foglalta el.'],
  ['tr', 'Toplantı perşembe gününe alındı çünkü oda yönetim kurulu tarafından kullanılıyordu.'],
  ['ru', 'Встреча перенесена на четверг, потому что зал был занят правлением.'],
  ['uk', 'Зустріч перенесено на четвер, тому що зал був зайнятий правлінням.'],
  ['ar', 'تم نقل الاجتماع إلى يوم الخميس لأن الغرفة كانت مشغولة من قبل المجلس.'],
  ['ja', '会議室が理事会に使われていたため、会議は木曜日に変更されました。'],
  ['zh', '由于会议室被董事会占用，会议改到星期四。'],
  ['ko', '회의실을 이사회가 사용하고 있어서 회의는 목요일로 변경되었습니다.'],
])('a sentence of %s is told', (language, text) => {
  expect(detectLanguage(text)).toBe(language);
});

it.each([
  '',
  'short',
  'const a = b; return c;',
  '1 2 3 4 5 6 7 8',
  'npm run check lint types format layers gates projects',
  'x '.repeat(5000),
])('what is no prose has none: %j', (text) => {
  expect(detectLanguage(text)).toBeUndefined();
});
