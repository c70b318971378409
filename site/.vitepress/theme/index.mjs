// The default theme in the colours of the dashboard.
import DefaultTheme from "vitepress/theme-without-fonts";

import "./style.css";

export default DefaultTheme;
