/**
 * Counts clicks on outbound links with beacons instead of `ping`, which some browsers disable. This script is fetched
 * after `load`; earlier clicks are counted by `ping`.
 */
export function countClicks(): void {
  addEventListener('click', count)
  // Middle click
  addEventListener('auxclick', (event) => {
    if (event.button === 1) count(event)
  })
}

function count({ target }: Event): void {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[ping], a[data-ping]')
  if (!link) return
  // Removed before the browser follows the link, so that the click is not counted twice.
  link.dataset.ping ??= link.ping
  link.removeAttribute('ping')
  navigator.sendBeacon(link.dataset.ping)
}
