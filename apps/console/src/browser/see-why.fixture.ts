/** Files on three subjects, many of each, so that lists differ and a map has something to show. */
export function notesOnThreeSubjects(): Readonly<Record<string, string>> {
  const subjects = {
    boiler: ['boiler pressure', 'the valve of the boiler', 'draining the boiler in spring', 'a boiler that loses water'],
    garden: ['watering the garden', 'roses in the garden', 'pruning the apple tree', 'compost for the garden beds'],
    budget: ['the travel budget', 'the budget of the first quarter', 'hardware in the budget', 'a budget for training'],
  };
  const files = Object.entries(subjects).flatMap(([subject, themes]) =>
    Array.from({ length: 12 }, (_, n) => {
      const theme = themes[n % themes.length] ?? subject;
      const text = `# ${subject} ${n.toString()}\n\nNote ${n.toString()} about ${theme}. What was done about ${theme}, by whom, and when ${theme} is due again.\n`;
      return [`${subject}-${n.toString()}.md`, text] as const;
    }),
  );
  return { ...Object.fromEntries(files), 'valve.ts': 'export function openValve(bar: number): boolean {\n  return bar > 2;\n}\n' };
}
