const key = 'agent-safety-theme';

/** Lets a button switch between light and dark; until it is pressed, the page follows the system. */
export function listenForTheme(button: HTMLElement): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const root = document.documentElement;
  const isDark = (): boolean => (root.dataset.theme === undefined ? system.matches : root.dataset.theme === 'dark');
  const show = (): void => button.setAttribute('aria-pressed', String(isDark()));
  const kept = stored();
  if (kept === 'dark' || kept === 'light') root.dataset.theme = kept;
  show();
  system.addEventListener('change', show);
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    show();
    store(root.dataset.theme);
  });
}

// A page that is opened from a file may keep nothing, by the settings of the browser.
function stored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(theme: string): void {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // Then it is forgotten with the page.
  }
}
