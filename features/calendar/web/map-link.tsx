import { onOneLine } from '../../../core/contract/on-one-line.ts'
import { ExternalLink } from '../../../core/web/ui/external-link.tsx'

/** Shows a place on a map. Nothing is sent to the map before a click. */
export function MapLink({ place, label }: { place: string; label: string }) {
  const query = encodeURIComponent(onOneLine(place))
  return (
    <ExternalLink className="inline-link" href={`https://www.openstreetmap.org/search?query=${query}`}>
      {label}
    </ExternalLink>
  )
}
