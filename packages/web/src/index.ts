export const PACKAGE_NAME = "@signalbox/web";
