import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { showToast } from './toast.ts'

/**
 * A component of a module that is loaded when it is rendered first; until then, `waiting` is shown. It waits in a
 * boundary of its own: in a shared one, React would keep what was shown before, hidden and still loading its data.
 * If it cannot be loaded, a part without `waiting`, such as a dialog, stays away with a toast, and what is around it
 * goes on.
 */
export function lazyPart<Name extends string, Module extends { [Key in Name]: ComponentType<never> }>(
  load: () => Promise<Module>,
  name: Name,
  waiting?: ReactNode,
): Module[Name] {
  // React does not know the props, which differ from part to part.
  const loadPart = async () => ({ default: (await load())[name] as unknown as ComponentType })
  const Part = lazy(() => (waiting === undefined ? loadPart().catch(stayAway) : loadPart()))
  const withBoundary = (props: object) => (
    <Suspense fallback={waiting}>
      <Part {...props} />
    </Suspense>
  )
  return withBoundary as unknown as Module[Name]
}

/** After a failed import, browsers do not request the module again until the page is reloaded. */
function stayAway(): { default: ComponentType } {
  showToast({
    title: 'This couldn’t be opened.',
    description: 'Check your connection and save your work, then reload the page.',
    tone: 'destructive',
  })
  return { default: () => null }
}
