/**
 * The only inline script: it fetches the islands after the page's `load` event, so that no script delays the first
 * paint. The security policy allows exactly these characters by their hash.
 */
export const starterScript =
  "addEventListener('load',()=>import(document.querySelector('[data-islands]').dataset.islands).catch(()=>{}))"
