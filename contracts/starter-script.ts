/**
 * The only inline script: it fetches the islands after the page has loaded and been painted, so that no script delays the
 * first paint. The second animation frame comes after the paint of the first. The security policy allows exactly these
 * characters by their hash.
 */
export const starterScript =
  "addEventListener('load',()=>requestAnimationFrame(()=>requestAnimationFrame(()=>" +
  "import(document.querySelector('[data-islands]').dataset.islands).catch(()=>{}))))"
