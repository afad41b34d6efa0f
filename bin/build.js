// `npm run build`: installs and builds if needed, for container images and the like.
import { ensureBuilt, ensureInstalled } from './prepare.js'

ensureInstalled()
ensureBuilt()
