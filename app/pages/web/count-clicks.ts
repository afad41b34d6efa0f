/**
 * Counts clicks on outbound links with beacons instead of the links' `ping` attribute, which some browsers disable.
 * This script loads after the page; until then, `ping` counts the clicks.
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
  // Remove `ping` before the browser follows the link, so that the click is not counted twice.
  link.dataset.ping ??= link.ping
  link.removeAttribute('ping')
  navigator.sendBeacon(link.dataset.ping)
}
