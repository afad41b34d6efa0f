import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useCurrentUser } from '../../../../core/web/admin/current-user.ts'
import { replaceUrl } from '../../../../core/web/admin/history.ts'
import { LoadProblem } from '../../../../core/web/admin/load-problem.tsx'
import { call } from '../../../../core/web/api.ts'
import { ExternalLink } from '../../../../core/web/ui/external-link.tsx'
import { randomId } from '../../../../core/web/ui/random-id.ts'
import { postPaths } from '../../contract/post-paths.ts'
import { postRefusal } from '../../contract/post-rights.ts'
import { type Post, postRead } from '../../contract/posts.ts'
import { formPathOf, kindWords } from './kind-words.ts'
import { PostForm, type PostFormProps } from './post-form.tsx'

/** `kind` is what an empty form is for, or what the URL says about the post. */
type OpenPostProps = Omit<PostFormProps, 'post'> & { id: number | undefined }

/** The post form: empty without an id, otherwise with the post, which is fetched each time the form is opened. */
export function OpenPost({ id: given, ...rest }: OpenPostProps) {
  // State, so that the form stays when the first save of a new post adds the id to the URL.
  const [id] = useState(given)
  if (id === undefined) return <PostForm post={undefined} {...rest} />
  return <LoadedPost id={id} {...rest} />
}

function OpenedPost({ post, kind, ...rest }: Omit<OpenPostProps, 'id'> & { post: Post }) {
  // An effect, because a URL from elsewhere, such as a bookmark, may not say that the post is a page.
  useEffect(() => {
    if (post.kind !== kind) replaceUrl(formPathOf(post))
  }, [post, kind])
  const user = useCurrentUser()
  // State, so that the form stays open, with its text, if an editor publishes the post in the meantime.
  const [refusal] = useState(() => postRefusal('change', user, post))
  if (!refusal) return <PostForm post={post} kind={post.kind} {...rest} />
  return (
    <div className="admin-page">
      <h1 dir="auto">{post.title}</h1>
      <p>{refusal}</p>
      <p>
        <ExternalLink className="text-link" href={postPaths.preview(post.id)}>
          View {kindWords[post.kind].noun}
        </ExternalLink>
      </p>
    </div>
  )
}

function LoadedPost({ id, ...rest }: OpenPostProps & { id: number }) {
  const { edit, noun } = kindWords[rest.kind]
  // A unique cache key per visit, because the post may have changed since it was last opened.
  const [opened] = useState(randomId)
  const { data, error, refetch } = useQuery({
    queryKey: [postRead.path, id, opened],
    queryFn: () => call(postRead, { params: { id: String(id) }, query: { by: 'id' } }),
    gcTime: 0,
  })
  if (data) return <OpenedPost post={data} {...rest} />
  if (error)
    return (
      <div className="admin-page">
        <h1>{edit}</h1>
        <LoadProblem what={`We couldn’t open this ${noun}.`} error={error} onRetry={refetch} />
      </div>
    )
  return (
    <div className="admin-page">
      <h1 className="sr-only">{edit}</h1>
      <p className="sr-only">Opening the {noun}...</p>
      <div className="skeleton skeleton-title" />
      <div className="skeleton skeleton-text" />
    </div>
  )
}
