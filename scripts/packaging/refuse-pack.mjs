// Refuses to pack a workspace: its files are sources, which Node does not run inside node_modules.
process.stderr.write(
  "This folder holds sources. `npm run pack:packages -- FOLDER` in the root builds the tarballs to publish or install.\n",
);
process.exit(1);
