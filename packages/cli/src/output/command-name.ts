// What a person types before a command's name. In a clone npm runs the TypeScript source; what is published is JavaScript.
export const COMMAND_NAME = import.meta.filename.endsWith(".ts") ? "npm run signalbox --" : "signalbox";
