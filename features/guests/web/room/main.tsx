import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from '../../../../core/web/ui/error-boundary.tsx'
import { Room } from './room.tsx'
import type { RoomProps } from './room-props.ts'

const host = document.getElementById('room')
if (!host) throw new Error('the page has no place for the room')
// The server wrote the props into the page (features/guests/web/room/writing-room.tsx).
const props = JSON.parse(host.dataset.props ?? '') as RoomProps
createRoot(host).render(
  <ErrorBoundary
    isRoot
    hint="Reload the page. What you saved is kept. If it happens again, send the error to your editor."
  >
    <Room {...props} />
  </ErrorBoundary>,
)
