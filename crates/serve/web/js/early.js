// Runs before the first paint: the chosen theme and language, so that nothing flashes.
(() => {
  try {
    const settings = JSON.parse(localStorage.getItem('yomikiri') || '{}');
    document.documentElement.dataset.theme = settings.theme || 'auto';
    const wanted = settings.language || (navigator.language.startsWith('ja') ? 'ja' : 'en');
    document.documentElement.lang = wanted;
  } catch {
    // Storage may be forbidden; the defaults stand in the page.
  }
})();
