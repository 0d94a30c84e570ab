import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { ApiProvider } from './api/api-context.js';
import { Shell } from './shell/shell.js';
import { applyTheme, storedTheme } from './theme/theme.js';
import './theme/tokens.css';
import './theme/base.css';
import './theme/controls.css';

// Compiling schemas needs eval, which the content security policy refuses.
z.config({ jitless: true });
applyTheme(storedTheme());

const place = document.getElementById('console');
if (place === null) throw new Error('The page has no element "console".');
createRoot(place).render(
  <StrictMode>
    <ApiProvider>
      <Shell />
    </ApiProvider>
  </StrictMode>,
);
