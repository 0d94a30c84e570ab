import { expect, it } from 'vitest';
import { languageOfScript } from './script-language.js';

it.each([
  ['#!/bin/sh\nls', 'shell'],
  ['#!/usr/bin/env python3.11\r\nprint()', 'python'],
  ['#! /usr/bin/python -u\n', 'python'],
  ['#!/usr/bin/env -S DEBUG=1 node --test', 'javascript'],
  ['#!/usr/bin/Rscript', 'r'],
  ['#!/usr/bin/make -f\nall:', 'make'],
  ['#!/opt/own/tool', undefined],
  ['#!', undefined],
  ['# A heading\n#!/bin/sh', undefined],
  ['#!/usr/bin/env constructor', undefined],
  ['', undefined],
])('%j is %s', (text, language) => {
  expect(languageOfScript(text)).toBe(language);
});
