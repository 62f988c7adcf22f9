package dev.seqd.simulation;

import dev.seqd.mutants.Classes;
import dev.seqd.mutants.Patch;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/**
 * The simulation and the product as they would be with other words in their sources: those classes are compiled anew, and
 * everything of seqd is loaded once more around them. Nothing in the product knows of it.
 */
final class Mutant {
    private final Map<String, byte[]> changed;

    private Mutant(Map<String, byte[]> changed) {
        this.changed = changed;
    }

    /** What the patch of that name makes of the sources. */
    static Mutant of(String name) {
        return new Mutant(Classes.of(Patch.files("simulation/" + name)));
    }

    /** Simulates it until it breaks one of the rules of a clause. */
    Found simulate(Clause clause, long seed, long mostSteps) {
        try {
            Class<?> type = new Loader(changed).loadClass(Simulation.class.getName());
            Object simulation = type.getConstructor(long.class).newInstance(seed);
            boolean kept = (boolean)
                    type.getMethod("runFor", String.class, long.class).invoke(simulation, clause.name(), mostSteps);
            return new Found(!kept, (long) type.getMethod("steps").invoke(simulation), simulation);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * What a simulation came to.
     *
     * @param broken whether a rule was broken
     * @param steps after how many steps, or how many there were
     * @param simulation the simulation, of classes of its own
     */
    record Found(boolean broken, long steps, Object simulation) {
        String failure() {
            return told("failure");
        }

        String story() {
            return told("story");
        }

        private String told(String what) {
            try {
                return (String) simulation.getClass().getMethod(what).invoke(simulation);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Loads all of seqd itself, what was compiled anew before anything else; the rest is as ever. */
    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> changed;

        private Loader(Map<String, byte[]> changed) {
            super(Mutant.class.getClassLoader());
            this.changed = changed;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("dev.seqd.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? define(name) : loaded;
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            byte[] bytes = changed.containsKey(name) ? changed.get(name) : original(name);
            return defineClass(name, bytes, 0, bytes.length);
        }

        private byte[] original(String name) throws ClassNotFoundException {
            try (InputStream stream = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (stream == null) {
                    throw new ClassNotFoundException(name);
                }
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
