// Loaded in development only, because React's fast refresh must be set up before the first island.
import '@vitejs/plugin-react/preamble'
