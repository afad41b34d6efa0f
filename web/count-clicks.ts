/**
 * Counts what leads off the site by beacons and not by `ping`, which some browsers have switched off. Fetched
 * after `load`; whoever is faster is counted by the `ping`.
 */
export function countClicks(): void {
  addEventListener('click', count)
  // With the middle button.
  addEventListener('auxclick', (event) => {
    if (event.button === 1) count(event)
  })
}

function count({ target }: Event): void {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[ping], a[data-ping]')
  if (!link) return
  // Before the browser follows the link, so that it is not told twice.
  link.dataset.ping ??= link.ping
  link.removeAttribute('ping')
  navigator.sendBeacon(link.dataset.ping)
}
