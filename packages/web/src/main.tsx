import { render } from "preact";

import { App } from "./app/app.tsx";
import { preloadPage } from "./app/pages.tsx";

preloadPage(location.pathname);
const root = document.getElementById("root");
if (root !== null) render(<App />, root);
