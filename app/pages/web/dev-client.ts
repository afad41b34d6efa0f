// Loaded in development only. React's fast refresh must be set up before the first island (a React root on a page).
import '@vitejs/plugin-react/preamble'
