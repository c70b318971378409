export const PACKAGE_NAME = "@signalbox/cli";
