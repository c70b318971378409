// The package ships a built page, not a library; the address of its files is all that others need.
export const WEB_DIST_FOLDER = "dist";
