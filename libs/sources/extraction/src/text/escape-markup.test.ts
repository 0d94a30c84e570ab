import { expect, it } from 'vitest';
import { escapeMarkup } from './escape-markup.js';

it.each(['# Not a heading', '```', '---', '<?php', '<!-- no end', '  <pre>', '</div>'])('marks %j as text', (line) => {
  expect(escapeMarkup(`before\n${line}\nafter`)).toBe(`before\n\\${line.trim()}\nafter`);
});

it.each(['a < b', '<- left', '< 5 %', 'x <?php'])('leaves %j as it is', (line) => {
  expect(escapeMarkup(line)).toBe(line);
});
