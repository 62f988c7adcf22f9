package dev.seqd.command;

import picocli.CommandLine.IVersionProvider;

/** The version from the jar, or that it was not built as one. */
final class VersionProvider implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = VersionProvider.class.getPackage().getImplementationVersion();
        return new String[] {"seqd " + (version == null ? "(development build)" : version)};
    }
}
