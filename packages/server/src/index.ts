export const PACKAGE_NAME = "@signalbox/server";
