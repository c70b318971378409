export const PACKAGE_NAME = "@signalbox/sdk";
