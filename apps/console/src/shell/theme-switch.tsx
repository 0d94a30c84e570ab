import { useTheme, type Theme } from '../theme/theme.js';

const SIGNS: Readonly<Record<Theme, { readonly sign: string; readonly name: string }>> = {
  system: { sign: '◐', name: 'as the system' },
  light: { sign: '○', name: 'light' },
  dark: { sign: '●', name: 'dark' },
};

export function ThemeSwitch() {
  const [theme, next] = useTheme();
  const { sign, name } = SIGNS[theme];
  return (
    <button type="button" className="quiet" onClick={next} aria-label={`Colours: ${name}. Change.`} title={`Colours: ${name}`}>
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}
